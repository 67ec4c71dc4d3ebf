// Generates the images of the recorded shop, so that it needs no image files: PNG with 8 bits per channel, a gradient between two colors.
import { crc32, deflateSync } from 'node:zlib'

type Color = [red: number, green: number, blue: number]

export function gradientPng (width: number, height: number, from: Color, to: Color): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8) // bit depth; color type RGB
  const rows = Array.from({ length: height }, (_, y) => row(width, y / height, from, to))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })), chunk('IEND', Buffer.alloc(0))
  ])
}

/** A row starts with the type of its filter: 0, none. */
function row (width: number, down: number, from: Color, to: Color): Buffer {
  const pixels = Array.from({ length: width }, (_, x) => {
    const share = (x / width + down) / 2
    return from.map((value, i) => Math.round(value + ((to[i] ?? 0) - value) * share))
  })
  return Buffer.from([0, ...pixels.flat()])
}

function chunk (type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  frame.set(body, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}
