// Times as a person reads them, in the language of the page.
import { language } from './words.js'

/** `10:32:07`, by the clock of this device. */
export function clock (ms: number): string {
  return new Intl.DateTimeFormat(language.value, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(ms)
}

/** The date and the time of day. */
export function moment (ms: number): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'short' }).format(ms)
}
