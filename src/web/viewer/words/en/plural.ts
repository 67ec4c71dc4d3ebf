// Numbers with their noun, in English.
import { counted } from '../../../../text/count.js'

export function requests (count: number): string {
  return counted(count, 'request')
}
