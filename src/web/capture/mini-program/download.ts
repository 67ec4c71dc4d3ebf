// Reads what the task of a download reports while it runs: the headers of the response, which WeChat does not pass to `success`, and how
// many bytes were written to the file. The response has no body, because the platform writes it to the file.
import { sizeText } from '../../../text/size.js'
import type { BodyRecord } from '../core/body.js'
import { quiet } from '../core/host.js'
import { headerOf } from './bodies.js'
import type { DownloadTask } from './platform.js'

export interface Download {
  header: Record<string, unknown>
  /** undefined on platforms that do not tell the progress. */
  bytes?: number | undefined
}

/** `task`: what `downloadFile` returns. Old versions of platforms return nothing, or a task that only knows `abort`. */
export function followed (download: Download, task: unknown): void {
  const { onHeadersReceived, onProgressUpdate } = Object(task) as DownloadTask
  quiet(() => onHeadersReceived?.call(task, received => { download.header = quiet(() => headerOf(received)) ?? {} }))
  quiet(() => onProgressUpdate?.call(task, progress => { download.bytes = progress?.totalBytesWritten }))
}

export function fileRecord ({ bytes }: Download): BodyRecord {
  return { note: `a download: its file is not recorded${bytes === undefined ? '' : ` (${sizeText(bytes)})`}` }
}
