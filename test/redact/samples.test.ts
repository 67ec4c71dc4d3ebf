// The service and the recorder find the same secrets, and leave the same texts unchanged.
import t from 'tap'
import { createRedactor } from '../../src/redact/redactor.js'
import { maskerOf } from '../../src/web/capture/core/mask.js'
import { ADDRESSES, CARDS, FORMS, HEADERS, JSON5_TEXTS, JSON_TEXTS, LINES, XML_TEXTS, type Sample } from './samples.js'

const TABLES: [what: string, samples: Sample[]][] = [
  ['JSON, at any depth and whatever the value is', JSON_TEXTS], ['forms, cookies and parts', FORMS],
  ['lines of JSON and server-sent events', LINES], ['JSON5', JSON5_TEXTS], ['XML', XML_TEXTS], ['card numbers', CARDS],
  ['addresses: query, fragment, path parameters, and what stands before the host', ADDRESSES], ['lines of headers', HEADERS]
]

const redact = createRedactor(['default'])
const masker = maskerOf({ names: ['default'] })

for (const [what, samples] of TABLES) {
  t.test(`${what} are redacted by the service, and everything else stays`, async t => {
    for (const [given, expected] of samples) t.equal(redacted(samples, given), expected)
    t.ok(samples.length > 3)
  })

  t.test(`${what} are masked by the recorder, and everything else stays`, async t => {
    for (const [given, expected] of samples) {
      t.equal(masked(samples, given), expected.replaceAll('[redacted]', '[masked]').replaceAll('%5Bredacted%5D', '%5Bmasked%5D'))
    }
  })
}

function redacted (samples: Sample[], text: string): string | undefined {
  if (samples === ADDRESSES) return redact({ api: text }).api
  return samples === HEADERS ? redact({ requestHeader: text }).requestHeader : redact({ request: text }).request
}

function masked (samples: Sample[], text: string): string {
  if (samples === ADDRESSES) return masker.url(text)
  return samples === HEADERS ? masker.headers(text) : masker.text(text)
}

t.test('if only passwords are listed, they are also redacted in cookies and addresses', async t => {
  const passwords = createRedactor(['password'])
  for (const [given, expected] of [
    ['Cookie: a=b&c=d; password=s3cret; e=f', 'Cookie: a=b&c=d; password=[redacted]; e=f'],
    ['Set-Cookie: user%5Bpassword%5D=s3cret', 'Set-Cookie: user%5Bpassword%5D=[redacted]']
  ] as const) {
    t.equal(passwords({ requestHeader: given }).requestHeader, expected)
    t.equal(maskerOf({ names: ['passwords'] }).headers(given), expected.replace('redacted', 'masked'))
  }
})
