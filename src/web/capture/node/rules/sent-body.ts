// The body of a request as an app gives it to undici. If a rule answers or fails the request, its body is read as undici would read it:
// streams are read to their end.
import { isUint8Array } from 'node:util/types'

/** Empty if there is none; undefined if it cannot be looked at without a promise. */
export function knownBodyText (body: unknown): string | undefined {
  if (body === undefined || body === null) return ''
  if (typeof body === 'string') return body
  const bytes = bytesIn(body)
  return bytes && new TextDecoder().decode(bytes)
}

/** Reads the body. `see` gets each piece. Rejects with the error of its stream. Does not wait for more once `isOver` returns true. */
export async function readBody (body: unknown, isOver: () => boolean, see: (chunk: unknown) => void): Promise<void> {
  if (body === undefined || body === null) return
  const bytes = typeof body === 'string' ? Buffer.from(body) : bytesIn(body)
  if (bytes) {
    if (bytes.length > 0) see(bytes)
  } else if (isIterable(body)) {
    for await (const chunk of body) {
      if (isOver()) break
      see(chunk)
    }
  } else if (body instanceof Blob) see(new Uint8Array(await body.arrayBuffer()))
}

/** Ends a stream whose request was aborted, as undici does. */
export function destroyBody (body: unknown, reason: unknown): void {
  const { destroy, on } = (body ?? {}) as { destroy?: unknown, on?: unknown }
  if (typeof destroy !== 'function' || typeof on !== 'function') return
  Reflect.apply(on, body, ['error', () => {}])
  Reflect.apply(destroy, body, [reason])
}

function bytesIn (body: unknown): Buffer | undefined {
  if (isUint8Array(body)) return Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (ArrayBuffer.isView(body)) return Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  return body instanceof ArrayBuffer ? Buffer.from(body) : undefined
}

// A FormData is iterable, too, but its pieces are not the body.
function isIterable (body: unknown): body is AsyncIterable<unknown> | Iterable<unknown> {
  const { [Symbol.asyncIterator]: asynchronous, [Symbol.iterator]: plain, append } = body as Record<symbol | string, unknown>
  return typeof append !== 'function' && (typeof asynchronous === 'function' || typeof plain === 'function')
}
