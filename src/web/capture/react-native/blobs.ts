// Reads the beginning of a blob. In React Native, native code holds the contents of blobs, and only FileReader can read them in every
// version.
import type { BodyRecord } from '../core/body.js'
import { isTextual } from '../plain/textual.js'

/** In UTF-8, at most so many bytes of a character can stay behind where a text is cut. iOS does not decode such a text at all. */
const MAX_SPLIT = 3

export async function blobRecord (blob: Blob, contentType: string, limitBytes: number): Promise<BodyRecord> {
  const type = contentType || blob.type
  if (blob.size === 0) return { text: '' }
  const cutFrom = blob.size > limitBytes ? blob.size : undefined
  if (!type || isTextual(type)) {
    const text = await textOf(blob, limitBytes)
    // Without a content type, what decodes well is text.
    if (text !== undefined && (type || !/[\ufffd\0]/.test(text))) return { text, cutFrom }
  }
  const url = await read(cutFrom ? blob.slice(0, limitBytes) : blob, 'readAsDataURL') ?? ''
  return { base64: url.slice(url.indexOf(',') + 1), type: type.split(';')[0]?.trim() || 'application/octet-stream', cutFrom }
}

async function textOf (blob: Blob, limitBytes: number): Promise<string | undefined> {
  if (blob.size <= limitBytes) return await read(blob, 'readAsText')
  for (let less = 0; less <= MAX_SPLIT; less++) {
    const text = await read(blob.slice(0, limitBytes - less), 'readAsText')
    // Android has replaced what is left of a split character.
    if (text !== undefined) return text.replace(/\ufffd+$/, '')
  }
  return undefined
}

function read (blob: Blob, how: 'readAsText' | 'readAsDataURL'): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : undefined)
    reader.onerror = () => reject(new Error(`not read: ${reader.error?.message ?? 'the blob is gone'}`))
    reader[how](blob)
  })
}
