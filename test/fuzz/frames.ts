// Malformed WebSocket frames (RFC 6455 §5.2), which no client library would send.
import fc, { type Arbitrary } from 'fast-check'
import { PingSchema } from '../../src/schema/event.js'

/** The bytes of a frame; some frames are valid. */
export const frames: Arbitrary<Buffer> = fc.record({
  first: fc.oneof(
    { weight: 4, arbitrary: fc.constant(0x81) },
    { weight: 1, arbitrary: fc.constantFrom(0x82, 0x01, 0x80, 0x88, 0x89, 0x8a) },
    { weight: 2, arbitrary: fc.nat(255) }
  ),
  masked: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  payload: fc.oneof(
    fc.string().map(text => Buffer.from(text)),
    messages().map(message => Buffer.from(JSON.stringify(message))),
    fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.from(bytes)),
    fc.nat(6000).map(size => Buffer.alloc(size, '{'))
  ),
  claimed: fc.oneof({ weight: 12, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.nat(127) })
}).map(({ first, masked, payload, claimed }) => {
  const mask = Buffer.from(masked ? [1, 2, 3, 4] : [])
  const body = masked ? payload.map((byte, n) => byte ^ mask[n % 4]!) : payload
  return Buffer.concat([Buffer.from([first]), lengthOf(claimed ?? payload.length, masked), mask, body])
})

function messages (): Arbitrary<unknown> {
  const type = fc.oneof(fc.constant(PingSchema.properties.type.const), fc.string(), fc.jsonValue())
  return fc.oneof(fc.record({ type }), fc.jsonValue(), fc.record({ type, data: fc.jsonValue() }))
}

function lengthOf (length: number, masked: boolean): Buffer {
  const bit = masked ? 0x80 : 0
  if (length < 126) return Buffer.from([bit | length])
  return Buffer.from([bit | 126, length >> 8, length & 0xff])
}
