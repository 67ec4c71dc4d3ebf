// Snippets for mini-programs call wx.request with the recorded request.
import assert from 'node:assert/strict'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import fc from 'fast-check'
import { sendable } from '../../src/snippets/sendable.js'
import { wxRequest } from '../../src/snippets/wx-request.js'
import { anyRequest, bytesOf, combined, expected, plainRequest, type Recorded } from './requests.js'
import type { Heard } from './recorder.js'
import { copied } from './run.js'
import { runs } from '../support/runs.js'

const origin = 'http://127.0.0.1:8080'
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']

interface Options { url: string, method?: string, header?: Record<string, string>, data?: string | Buffer, success: unknown, fail: unknown }

/** Runs the script, and returns the options of its only call. */
function optionsOf (script: string): Options {
  const calls: Options[] = []
  const wx = { request: (options: Options) => calls.push(options), base64ToArrayBuffer: (base64: string) => Buffer.from(base64, 'base64') }
  runInNewContext(script, { wx })
  assert.equal(calls.length, 1)
  return calls[0]!
}

function heardOf ({ url, method = 'GET', header = {}, data = '' }: Options): Heard {
  return {
    method,
    target: url.slice(origin.length),
    headers: Object.entries(header).map(([name, value]): [string, string] => [name.toLowerCase(), bytesOf(value)])
      .sort(([a], [b]) => a < b ? -1 : 1),
    body: typeof data === 'string' ? bytesOf(data) : data.toString('latin1')
  }
}

t.test('random requests are passed to wx.request as they were recorded', async () => {
  const isSendable = ({ method, bytes }: Recorded) => METHODS.includes(method) && !(method === 'GET' && bytes.length > 0)
  fc.assert(fc.property(anyRequest({ origin, where: isSendable }), request => {
    const { headers, ...rest } = expected(request)
    const shouldBe = { ...rest, headers: combined(headers).filter(([name]) => name !== 'referer') }
    assert.deepEqual(heardOf(optionsOf(copied(wxRequest, request))), shouldBe)
  }), { numRuns: runs(1000) })
})

t.test('logs the response, or the failure', async t => {
  const { success, fail } = optionsOf(copied(wxRequest, plainRequest({})))
  t.type(success, 'function')
  t.type(fail, 'function')
})

t.test('refuses or mentions what wx.request cannot send', async t => {
  const result = (request: Recorded) => {
    const fit = sendable(request)
    return 'refused' in fit ? fit : wxRequest(fit)
  }
  t.match(result(plainRequest({ method: 'PATCH' })), { refused: /PATCH/ })
  t.match(result(plainRequest({ method: 'PROPFIND' })), { refused: /PROPFIND/ })
  t.match(result(plainRequest({ method: 'GET', body: 'a' })), { refused: /body with GET/ })
  t.match(result(plainRequest({ headers: [{ name: 'Referer', value: 'https://a/' }] })), { text: /^\/\/ Referer/ })
  t.match(result(plainRequest({ body: 'a' })), { text: /^\/\/ No content-type/ })
})
