// The English words of saved/.
import { requests } from './plural.js'

export const saved = {
  about: 'About this file',
  saved: (when: string, count: number) => `Saved ${when} · ${requests(count)}`,
  whole: (count: number) => `The whole session as it was then: ${requests(count)}.`,
  part: (count: number) => `A part of the session as it was then: ${requests(count)}.`,
  screenshots: (count: number) => `${count} ${count === 1 ? 'screenshot' : 'screenshots'}, unchanged.`,
  leftOut: (count: number) => `${count} older ${count === 1 ? 'screenshot' : 'screenshots'} did not fit.`,
  redacted: 'Values whose names suggest secrets were replaced. Screenshots were not changed: they may still show secrets.',
  withSecrets: 'This file contains tokens, cookies and passwords: share it only with people who may see them.',
  hasSecrets: 'With secrets',
  readOnly: 'This file is read-only, and sends no requests.',
  version: (version: string) => `Earshot ${version}`,
  cut: 'The file is incomplete: requests may be missing. Export or download it again.',
  nothing: 'There is no session in this file, or it cannot be read.',
  keys: {}
}
