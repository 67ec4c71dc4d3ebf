import t from 'tap'
import { DEFAULT_NAMES, secretNames } from '../../src/redact/names.js'
import { createRedactor } from '../../src/redact/redactor.js'

t.test('a name matches in any case, and with any separators between its words', async t => {
  const isSecret = secretNames(['access-token', 'X_Api_Key', 'clientSecret'])
  for (const name of [
    'accessToken', 'access_token', 'ACCESS-TOKEN', 'accesstoken', '_access_token', 'x-api-key', 'XApiKey', 'client_secret', 'CLIENTSECRET'
  ]) {
    t.ok(isSecret(name), name)
  }
})

t.test('a name must match as a whole', async t => {
  const isSecret = secretNames(['default'])
  for (const name of [
    'tokenizer', 'passwordless', 'keyboard', 'author', 'max-tokens', 'cookiesAccepted', 'pinned', '', '-', 'constructor', '__proto__'
  ]) {
    t.notOk(isSecret(name), name)
  }
})

t.test('the default names can be combined with others', async t => {
  const isSecret = secretNames(['passport', 'DEFAULT'])
  for (const name of [
    ...DEFAULT_NAMES, 'passport', 'Set-Cookie', '__RequestVerificationToken', 'ASP.NET_SessionId', '_csrf', 'SAMLResponse'
  ]) {
    t.ok(isSecret(name), name)
  }
  t.notOk(secretNames(['passport'])('password'))
})

t.test('without names there is no redactor', async t => {
  t.equal(createRedactor([]), undefined)
})
