// The bytes of an ArrayBuffer or of a view, without a copy.

/** undefined if it is neither. */
export function bytesIn (data: unknown): Uint8Array | undefined {
  if (data instanceof Uint8Array) return data
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  return data instanceof ArrayBuffer || data instanceof SharedArrayBuffer ? new Uint8Array(data) : undefined
}
