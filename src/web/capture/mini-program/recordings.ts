// Begins the record of each call of `request`, `uploadFile`, `downloadFile` or `connectSocket`.
import type { Exchange } from '../core/exchange.js'
import { quiet } from '../core/host.js'
import { limitsOf, type CaptureOptions } from '../core/options.js'
import type { Recorder } from '../core/recorder.js'
import { addressOf, headerOf, rawHeader, requestBodyOf } from './bodies.js'
import type { Method, RequestOptions, UploadOptions } from './platform.js'
import type { Streams } from './streams.js'
import type { CallRecording } from './wrap.js'

type Begin = (options: RequestOptions, recorder: Recorder, bodyBytes: number) => Exchange

export function recordingsOf (options: CaptureOptions, recorder: Recorder, streams: Streams): Record<Method, CallRecording> {
  return {
    request: recordingOf(options, recorder, streams, beginRequest),
    uploadFile: recordingOf(options, recorder, streams, beginUpload),
    downloadFile: recordingOf(options, recorder, streams, beginDownload, true),
    connectSocket: recordingOf(options, recorder, streams, beginSocket)
  }
}

function recordingOf (options: CaptureOptions, recorder: Recorder, streams: Streams, begin: Begin, isDownload = false): CallRecording {
  const bodyBytes = limitsOf(options).bodyBytes
  return {
    bodyBytes,
    isDownload,
    streams,
    begin: call => quiet(() => options.ignore?.(isDownload ? call.url : addressOf(call))) ? undefined : begin(call, recorder, bodyBytes)
  }
}

function beginRequest (options: RequestOptions, recorder: Recorder, bodyBytes: number): Exchange {
  const { method = 'GET' } = options
  const api = addressOf(options)
  return recorder.begin({ method, api, requestHeader: headerOfRequest(method, api, options), request: requestBodyOf(options, bodyBytes) })
}

// Only these count: the platform ignores a method, and data.
function beginDownload ({ url, header, headers }: RequestOptions, recorder: Recorder, bodyBytes: number): Exchange {
  return beginRequest({ url, ...(header && { header }), ...(headers && { headers }) }, recorder, bodyBytes)
}

function beginSocket ({ url, header, headers }: RequestOptions, recorder: Recorder): Exchange {
  const options = { url, ...(header && { header }), ...(headers && { headers }) }
  return recorder.begin({ method: 'GET', api: url, requestHeader: headerOfRequest('GET', url, options), via: 'websocket' })
}

function beginUpload (options: UploadOptions, recorder: Recorder): Exchange {
  const { url, name = 'file', filePath = '', formData } = options
  const request = { text: JSON.stringify({ ...formData, [name]: filePath }), note: 'an upload: its file is not recorded' }
  return recorder.begin({ method: 'POST', api: url, requestHeader: headerOfRequest('POST', url, options), request })
}

function headerOfRequest (method: string, api: string, options: RequestOptions): string {
  return rawHeader(
    `${method.toUpperCase()} ${api.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/#.*/, '') || '/'} HTTP/1.1`, headerOf(options)
  )
}
