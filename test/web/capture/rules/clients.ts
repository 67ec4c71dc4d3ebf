// Popular clients that use XMLHttpRequest, in a page with rules: the app gets the same results as if a server had answered.
import t from 'tap'
import { build } from 'esbuild'
import type { GivenRule } from '../../../../src/schema/rule.js'
import { openRuled } from './place.js'

/** Each asks for an address, and tells the outcome as a text. */
const CLIENTS = {
  axios: `import axios from 'axios'
    globalThis.ask = (url, more = {}) => axios.post(url, { a: 1 }, { timeout: 200, ...more }).then(
      ({ status, data, headers }) => [status, data, headers['x-a']],
      ({ code, message, response }) => [code, message, response?.status, response?.data])`,
  jQuery: `import $ from 'jquery'
    globalThis.ask = url => new Promise(resolve => $.ajax(url, { method: 'POST', data: { a: 1 }, timeout: 200 }).then(
      (data, status, xhr) => resolve([xhr.status, data, status, xhr.getResponseHeader('x-a')]),
      (xhr, status, error) => resolve([xhr.status, xhr.responseJSON, status, String(error)])))`
}

const JSON_TYPE = { name: 'content-type', value: 'application/json' }
const RULES: GivenRule[] = [
  { name: 'ok', match: 'path:=/ok', action: { type: 'respond', status: 200, headers: [JSON_TYPE, { name: 'x-a', value: 'b' }], body: { text: '{"b":2}' } } },
  { name: 'error', match: 'path:=/error', action: { type: 'respond', status: 503, headers: [JSON_TYPE], body: { text: '{"code":7}' } } },
  { name: 'empty', match: 'path:=/empty', action: { type: 'respond', status: 204 } },
  { name: 'network', match: 'path:=/network', action: { type: 'fail', how: 'network' } },
  { name: 'timeout', match: 'path:=/timeout', action: { type: 'fail', how: 'timeout' } },
  { name: 'change', match: 'path:=/answer/json', action: { type: 'change', response: { merge: { b: 'changed' } } } }
]

const EXPECTED = {
  axios: {
    '/ok': [200, { b: 2 }, 'b'],
    '/error': ['ERR_BAD_RESPONSE', 'Request failed with status code 503', 503, { code: 7 }],
    '/empty': [204, '', null],
    '/network': ['ERR_NETWORK', 'Network Error', null, null],
    '/timeout': ['ECONNABORTED', 'timeout of 200ms exceeded', null, null],
    '/answer/json': [200, { a: 12345678901234567000, b: 'changed' }, null]
  },
  jQuery: {
    '/ok': [200, { b: 2 }, 'success', 'b'],
    '/error': [503, { code: 7 }, 'error', ''],
    '/empty': [204, null, 'nocontent', null],
    '/network': [0, null, 'error', ''],
    '/timeout': [0, null, 'timeout', 'timeout'],
    '/answer/json': [200, { a: 12345678901234567000, b: 'changed' }, 'success', null]
  }
}

for (const [name, contents] of Object.entries(CLIENTS)) {
  t.test(`${name} gets answers, changes and failures of rules as those of a server`, async t => {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: import.meta.dirname }, bundle: true, write: false, format: 'iife', platform: 'browser', logLevel: 'error'
    })
    const { page } = await openRuled(t, RULES)
    await page.addScriptTag({ content: outputFiles[0]!.text })
    for (const [path, expected] of Object.entries(EXPECTED[name as keyof typeof EXPECTED])) {
      t.same(await page.evaluate<unknown>(`ask('${path}').then(told => JSON.parse(JSON.stringify(told)))`), expected, path)
    }
  })
}
