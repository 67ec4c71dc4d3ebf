// Numbers with their noun, in English.
import { countText } from '../../../../text/count.js'

export function requests (count: number): string {
  return counted(count, 'request')
}

export function counted (count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`
}
