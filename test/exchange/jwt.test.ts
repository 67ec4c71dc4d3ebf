import t from 'tap'
import { findJwts, readJwt } from '../../src/exchange/jwt.js'

const part = (json: unknown) => Buffer.from(JSON.stringify(json)).toString('base64url')
const token = (payload: unknown, header: unknown = { alg: 'HS256', typ: 'JWT' }) => `${part(header)}.${part(payload)}.c2ln-_nature`

t.test('reads a token, with its expiry', async t => {
  t.same(readJwt(`Bearer ${token({ sub: '茶?>', exp: 1_795_250_000 })}`),
    { header: { alg: 'HS256', typ: 'JWT' }, payload: { sub: '茶?>', exp: 1_795_250_000 }, expiresMs: 1_795_250_000_000 })
  for (const exp of [undefined, 'soon', null]) t.equal(readJwt(token({ exp }))!.expiresMs, undefined)
})

t.test('returns undefined for anything that is not a token', async t => {
  for (const text of [
    '', 'a.b.c', 'eyJ.eyJ.', token('text'), token({}, 'text'), token({}).replace('.', ''), `${token({})}.x`, `{"a":"${token({})}"}`, '1.2.3'
  ]) {
    t.equal(readJwt(text), undefined, text)
  }
})

t.test('finds tokens in any text, each once', async t => {
  const [a, b] = [token({ a: 1 }), token({ b: 2 })]
  t.same(findJwts(`{"access":"${a}","x":"eyJx.eyJy.z","again":"${a}"} Authorization: Bearer ${b}\n`), [a, b])
  t.same(findJwts('nothing'), [])
})
