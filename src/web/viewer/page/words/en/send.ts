// What send/ says, in English. `keys`: what its shortcuts do.
export const send = {
  open: 'Edit and send again',
  title: 'Edit and send again',
  method: 'Method',
  url: 'Address',
  headers: 'Headers, one on each line',
  body: 'Body',
  kept: (size: string) => `The recorded body, ${size}, is sent as it is.`,
  ownBody: 'Write another one',
  credentials: 'Send the cookies that this browser has for that host (the server must allow the origin “null”)',
  notes: 'Before it is sent',
  lacksHost: 'No host was recorded: put yours in place of app.invalid.',
  mixed: 'This page has TLS and the address has none: the browser will refuse it. Copy the request as cURL.',
  left: (names: string) => `The browser leaves these out, or writes its own: ${names}. cURL sends them as they are.`,
  cors: 'It is sent from this browser, with the origin “null”, never by the service. The answer can be read only where the server allows that (CORS); else use cURL.',
  faults: {
    method: 'The method is no word of HTTP.',
    forbiddenMethod: 'A browser does not send this method. Copy the request as cURL.',
    control: 'The address has a line break or another control character in it.',
    url: 'The address is no absolute URL.',
    scheme: 'Only addresses that begin with http:// or https:// can be asked.',
    user: 'A browser takes no user and password in an address: write a header Authorization.',
    bodyOfGet: 'A browser sends no body with GET and HEAD: take it out, or copy the request as cURL.',
    header: (line: number) => `Line ${line} of the headers is none: write Name: value, without control characters.`
  },
  send: 'Send',
  stop: 'Stop',
  curl: 'Copy as cURL',
  frame: 'Sender',
  underWay: 'Under way…',
  outcome: 'What came back',
  took: (headers: string, total: string) => `headers after ${headers}, all after ${total}`,
  redirected: 'It was led on to',
  cut: {
    stopped: 'You stopped it: this is what had come.',
    large: 'Only the first 20 MB were kept.',
    broken: 'The connection broke off: this is what had come.'
  },
  failed: (time: string) => `Nothing to see after ${time}:`,
  failedWhy: 'A browser does not tell a page why. The host may not be reachable, or does not allow other pages to read its answers (CORS); then the request may have arrived all the same. cURL is not bound by that.',
  sentAt: (time: string) => `this browser, sent at ${time}`,
  keys: { open: 'Edit and send again' }
}
