// Bodies that are as slow to read and to redact as their size allows. All valid pushes have the same requestId, so that each replaces
// the previous one.
import fc, { type Arbitrary } from 'fast-check'

export interface HostileBody {
  type: 'application/json' | 'application/x-www-form-urlencoded' | 'text/plain'
  text: string
}

const PUSH = { api: '/hostile', method: 'GET', requestId: 'hostile' }
const JSON_TYPE = fc.constantFrom('application/json' as const, 'text/plain' as const)
const FORM_TYPE = fc.constant('application/x-www-form-urlencoded' as const)
/** Fragments that redaction treats as the possible start of a secret. */
const CANDIDATES = [
  'a={"&a={"&', '["[=",', '{"token":"', 'token=', 'Authorization: Bearer ', '\\"', '\\\\\\"', '%7B%22', 'https://a:b@', '\u2028', '&', '='
]

/** Each body has about `bytes` bytes. */
export function hostileBodies (bytes: number): Arbitrary<HostileBody> {
  const repeated = fc.constantFrom(...CANDIDATES).map(piece => piece.repeat(bytes / piece.length))
  const mixed = fc.array(fc.constantFrom(...CANDIDATES), { minLength: 2, maxLength: 20 }).map(pieces => pieces.join(''))
    .map(run => run.repeat(bytes / Math.max(1, run.length)))
  return fc.oneof(
    body(JSON_TYPE, fc.constantFrom('[', '{"a":').map(open =>
      `{"api":"/hostile","method":"GET","requestId":"hostile","request":${nested(open, bytes)}}`)),
    body(JSON_TYPE, fc.constantFrom('[', '{"a":').map(open => open.repeat(bytes / open.length))),
    body(JSON_TYPE, fc.constant(bytes / 12).map(length => `{${Array.from({ length }, (_, n) => `"k${n}":1`).join()}}`)),
    body(JSON_TYPE, fc.constant('\0').map(zero => JSON.stringify({ ...PUSH, request: zero.repeat(bytes / 6) }))),
    body(JSON_TYPE,
      fc.oneof(repeated, mixed).map(request => JSON.stringify({ ...PUSH, request, requestHeader: request.slice(0, 10_000) }))),
    body(FORM_TYPE,
      fc.constantFrom('a&', 'a=&', '&', '=', 'a[a][', '__proto__=1&', '%', '%41').map(piece => piece.repeat(bytes / piece.length))),
    body(FORM_TYPE,
      fc.oneof(repeated, mixed).map(request => `${new URLSearchParams(PUSH).toString()}&request=${encodeURIComponent(request)}`)),
    body(fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/plain'), fc.oneof(repeated, mixed))
  )
}

function nested (open: string, bytes: number): string {
  const depth = bytes / (open.length + 1)
  return open.repeat(depth) + '1' + (open === '[' ? ']' : '}').repeat(depth)
}

function body (type: Arbitrary<HostileBody['type']>, text: Arbitrary<string>): Arbitrary<HostileBody> {
  return fc.record({ type, text })
}
