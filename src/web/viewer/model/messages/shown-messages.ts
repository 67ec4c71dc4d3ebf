// Chooses the messages that are shown, and the text of each row.
import { fromBase64 } from '../../../../exchange/base64.js'
import type { Message } from '../../../../schema/message.js'

export type Direction = 'all' | Message['dir']

/** All words of the filter must be in the text, the event or the kind, in any letter case. */
export function matchingMessages (messages: readonly Message[], sought: string, direction: Direction): readonly Message[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0 && direction === 'all') return messages
  return messages.filter(message => {
    if (direction !== 'all' && message.dir !== direction) return false
    if (words.length === 0) return true
    const text = `${message.kind} ${message.event ?? ''} ${message.text ?? ''}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
}

const MAX_PREVIEW = 300
const PREVIEW_BYTES = 16

/** The beginning of a message in one line; of bytes, the first ones. */
export function previewOf ({ text = '', base64 }: Message): string {
  if (base64 === undefined) return text.slice(0, MAX_PREVIEW).replace(/\s+/g, ' ')
  const bytes = bytesOf(base64.slice(0, Math.ceil((PREVIEW_BYTES + 1) / 3) * 4))
  const hex = [...bytes.subarray(0, PREVIEW_BYTES)].map(byte => byte.toString(16).padStart(2, '0')).join(' ')
  return bytes.length > PREVIEW_BYTES ? `${hex} …` : hex
}

export function bytesOf (base64: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64(base64)
  } catch {
    return new Uint8Array()
  }
}
