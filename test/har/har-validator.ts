// Validates HAR files with the JSON Schema of HAR 1.2, as many importers do.
import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import { parsedUrl } from '../../src/exchange/parsed-url.js'

const require = createRequire(import.meta.url)
const schemas = require('har-schema') as Record<string, object>

// As RFC 3986 defines it.
const URI = /^[a-z][a-z\d+.-]*:(?:\/\/(?:%[\da-f]{2}|[\w.~:[\]@!$&'()*+,;=-])*)?(?:%[\da-f]{2}|[\w.~:/?@!$&'()*+,;=-])*$/i
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

// Not strict, because the schema has keywords of its own.
const ajv = new Ajv({
  strict: false,
  allErrors: true,
  formats: {
    uri: text => URI.test(text) && parsedUrl(text) !== undefined,
    'date-time': text => DATE_TIME.test(text) && !Number.isNaN(Date.parse(text)),
    ipv4: true,
    ipv6: true
  }
})
ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json') as object)
for (const schema of Object.values(schemas)) ajv.addSchema(schema)
const validate = ajv.getSchema('har.json#')!

/** Returns an empty list for valid HAR 1.2. */
export function faultsOf (har: unknown): string[] {
  return validate(har) ? [] : validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`)
}
