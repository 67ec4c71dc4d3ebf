import t from 'tap'
import { statusOf } from '../../src/exchange/status.js'

for (const [header, status] of [
  ['HTTP/1.1 404 Not Found\r\nstatus: 200', { code: 404, text: 'Not Found', version: 'HTTP/1.1' }],
  ['HTTP/2 200', { code: 200, text: '', version: 'HTTP/2' }],
  ['http/1.0  500   Oh dear ', { code: 500, text: 'Oh dear', version: 'HTTP/1.0' }],
  ['HTTP/1.1 0', { code: 0, text: '', version: 'HTTP/1.1' }],
  ['content-type: text/html\n:status: 404', { code: 404, text: '', version: '' }],
  ['Status: 404 Not Found', { code: 404, text: 'Not Found', version: '' }],
  ['{":status":304}', { code: 304, text: '', version: '' }],
  ['HTTP/1.1 2000 OK', undefined],
  ['HTTP/1.1 OK', undefined],
  ['status: active', undefined],
  ['status: 4040', undefined],
  ['content-type: text/html', undefined],
  ['', undefined]
] as const) {
  t.test(`the status of ${JSON.stringify(header)} is ${status?.code}`, async t => {
    t.same(statusOf(header), status)
  })
}
