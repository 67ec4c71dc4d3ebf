// The English words of send/. `keys`: the descriptions of its shortcuts.
export const send = {
  open: 'Edit and send again',
  title: 'Edit and send again',
  method: 'Method',
  url: 'URL',
  headers: 'Headers, one on each line',
  body: 'Body',
  kept: (size: string) => `The recorded body, ${size}, is sent as it is.`,
  ownBody: 'Write another body',
  credentials: 'Send the cookies that this browser has for this host (the server must allow the origin “null”)',
  notes: 'Before sending',
  lacksHost: 'No host was recorded: replace app.invalid with yours.',
  mixed: 'This page uses https and the URL uses http: the browser will block the request. Copy the request as cURL.',
  left: (names: string) => `The browser leaves out or replaces these headers: ${names}. cURL sends them as they are.`,
  cors: 'Sent from this browser, with the origin “null”, never by the service. The response can be read only if the server allows ' +
    'it (CORS); otherwise use cURL.',
  faults: {
    method: 'This is not a valid HTTP method.',
    forbiddenMethod: 'A browser does not send this method. Copy the request as cURL.',
    control: 'The URL has a line break or another control character in it.',
    url: 'This is not an absolute URL.',
    scheme: 'The URL must begin with http:// or https://.',
    user: 'A browser refuses a user and a password in a URL: add an Authorization header instead.',
    bodyOfGet: 'A browser sends no body with GET and HEAD: remove it, or copy the request as cURL.',
    header: (line: number) => `Line ${line} is not a header: write “Name: value”, without control characters.`
  },
  send: 'Send',
  stop: 'Stop',
  curl: 'Copy as cURL',
  frame: 'Sender',
  notReady: 'The part of this page that sends requests is still loading. If this takes long, Earshot may be unreachable: copy the ' +
    'request as cURL instead.',
  underWay: 'Sending…',
  outcome: 'Result',
  took: (headers: string, total: string) => `headers after ${headers}, complete after ${total}`,
  redirected: 'Redirected to',
  cut: {
    stopped: 'You stopped the request: only this part of the response had arrived.',
    large: 'Only the first 20 MiB were kept.',
    broken: 'The connection was lost: only this part of the response had arrived.'
  },
  failed: (time: string) => `Failed after ${time}; no response could be read:`,
  failedWhy: 'The host is unreachable, or CORS hides its response (the request may have arrived). The browser does not tell which: try ' +
    'cURL.',
  sentAt: (time: string) => `this browser, sent at ${time}`,
  keys: { open: 'Edit and send again' }
}
