// `downloadFile` of the stand-in. As on the platforms, the answer names a file and has no body; WeChat, Douyin and uni give no headers with
// it. Alipay never gives the status; if the server answers with an error status, Alipay says only that the download failed. The task
// reports progress and, except on Douyin, headers. On Alipay it is also a promise; uni returns a promise if there is no callback.
import type { PlatformAnswer, Ask, RequestOptions } from '../../../../src/web/capture/mini-program/platform.js'
import type { Hears, Kind, Task } from './stand-in.js'

type Start = (options: RequestOptions, hears: Hears) => Task
type Listener<Told> = (told: Told) => void

export interface DownloadTask {
  abort (): void
  /** Missing on platforms that are too old. */
  onProgressUpdate?: (listener: Listener<{ totalBytesWritten: number }>) => void
  onHeadersReceived?: (listener: Listener<{ header: Record<string, string> }>) => void
}

export function downloader (kind: Kind, start: Start): Ask {
  const download = (options: RequestOptions): DownloadTask => {
    const headers: Listener<{ header: Record<string, string> }>[] = []
    const progresses: Listener<{ totalBytesWritten: number }>[] = []
    let totalBytesWritten = 0
    const task = start(withFile(kind, options), {
      headers: header => { for (const listener of headers) listener({ header, ...kind === 'my' && { headers: header } }) },
      piece: ({ length }) => {
        totalBytesWritten += length
        for (const listener of progresses) listener({ totalBytesWritten })
      }
    })
    return {
      abort: () => task.abort(),
      onProgressUpdate: listener => { progresses.push(listener) },
      ...kind !== 'tt' && { onHeadersReceived: listener => { headers.push(listener) } }
    }
  }
  const promised = (options: RequestOptions) => {
    let task: DownloadTask | undefined
    const promise = new Promise((resolve, reject) => {
      task = download({
        ...options,
        success: answer => { for (const told of [resolve, options.success]) told?.(answer) },
        fail: answer => { for (const told of [reject, options.fail]) told?.(answer) }
      })
    })
    return kind === 'my' ? Object.assign(promise, task) : promise
  }
  return options => kind === 'my' || (kind === 'uni' && !options.success && !options.fail && !options.complete)
    ? promised(options)
    : download(options)
}

function withFile (kind: Kind, { url, header, timeout, success, fail, complete }: RequestOptions): RequestOptions {
  const changed = (callback: ((answer: PlatformAnswer) => unknown) | undefined) =>
    callback && ((answer: PlatformAnswer) => callback(fileOf(kind, answer)))
  return {
    url, header, timeout, responseType: 'arraybuffer', success: changed(success), fail: changed(fail), complete: changed(complete)
  } as RequestOptions
}

function fileOf (kind: Kind, { data: _, header, headers, status, ...rest }: PlatformAnswer): PlatformAnswer {
  if (status !== undefined && status >= 400) return { error: 12, errorMessage: 'the download has failed' }
  if (kind === 'my' ? rest.error !== undefined : rest.statusCode === undefined) return rest
  return { ...rest, tempFilePath: 'tmp/file', ...kind === 'my' && { apFilePath: 'tmp/file', header: headers, headers } } as PlatformAnswer
}
