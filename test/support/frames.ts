// Messages of gRPC, gRPC-web and Connect as they are sent: five bytes before each message tell its kind and its length.

export function frame (content: string | Iterable<number>, flags = 0): Buffer {
  const body = typeof content === 'string' ? Buffer.from(content) : Buffer.from(Uint8Array.from(content))
  const head = Buffer.alloc(5)
  head.writeUInt8(flags)
  head.writeUInt32BE(body.length, 1)
  return Buffer.concat([head, body])
}
