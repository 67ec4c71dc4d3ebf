// The page's requests to the service: the message that the user gets if one fails.
import t, { type Test } from 'tap'
import { Api, Refused, UNREACHABLE } from '../../../../src/web/viewer/model/session/api.js'

const api = new Api('http://service.example', 'my-test-session', undefined)

function answering (test: Test, answer: () => Promise<Response>): void {
  const { fetch } = globalThis
  globalThis.fetch = answer
  test.teardown(() => { globalThis.fetch = fetch })
}

t.test('without an answer, the sentence is of the page, and not the browser\'s own', async t => {
  answering(t, async () => { throw new TypeError('Failed to fetch') })
  await t.rejects(api.ask('GET', 'capture/rules'), { message: UNREACHABLE })
})

t.test('a request that was canceled stays one, and a refusal has the sentence of the service', async t => {
  answering(t, async () => { throw new DOMException('canceled', 'AbortError') })
  await t.rejects(api.ask('GET', 'capture/rules'), { name: 'AbortError' })
  answering(t, async () => Response.json({ error: 'Not permitted' }, { status: 403 }))
  await t.rejects(api.ask('GET', 'capture/rules'), new Refused('Not permitted', 403))
})
