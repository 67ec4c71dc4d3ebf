// Converts the bytes of a body, or the values of a form, to text or base64. The delivery does this, so the page does not wait for it.
import type { RawRecord, ReadyRecord } from '../core/body.js'
import { sizeText } from '../../../text/size.js'
import { BOUNDARY, isTextual } from './binary.js'

export function converted ({ raw, type, size, ...rest }: RawRecord): ReadyRecord {
  if (!(raw instanceof Uint8Array)) return { text: formText(raw as Form), ...rest }
  // Where a body is cut, the last character may be incomplete: it is left out.
  const text = new TextDecoder().decode(raw, { stream: rest.cutFrom !== undefined })
  // Without a content type, what decodes well is text.
  return (type ? isTextual(type) : !/[\ufffd\0]/.test(text))
    ? { text, ...rest }
    : { base64: base64Of(raw), type: type.split(';')[0]?.trim() || 'application/octet-stream', ...rest }
}

const STEP = 0x6000 // a multiple of 3, and few enough to pass as arguments

function base64Of (bytes: Uint8Array): string {
  let base64 = ''
  for (let at = 0; at < bytes.length; at += STEP) base64 += btoa(String.fromCharCode(...bytes.subarray(at, at + STEP)))
  return base64
}

type Form = [name: string, value: FormDataEntryValue][]

/** The form as it is sent, except for the contents of files. */
function formText (form: Form): string {
  let text = ''
  for (const [name, value] of form) {
    const file = typeof value === 'string' ? '' : `; filename="${value.name}"\r\nContent-Type: ${value.type}`
    const content = typeof value === 'string' ? value : `[file of ${sizeText(value.size)}, not recorded]`
    text += `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`
  }
  return `${text}--${BOUNDARY}--\r\n`
}
