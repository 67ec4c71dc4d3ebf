// What saved/ says, in English.
import { requests } from './plural.js'

export const saved = {
  about: 'About this file',
  saved: (when: string, count: number) => `Saved ${when} · ${requests(count)}`,
  whole: (count: number) => `The whole session as it was then: ${requests(count)}.`,
  part: (count: number) => `A part of the session as it was then: ${requests(count)}.`,
  screenshots: (count: number) => `${count} ${count === 1 ? 'screenshot' : 'screenshots'}, as they were taken.`,
  leftOut: (count: number) => `${count} older ${count === 1 ? 'screenshot' : 'screenshots'} had no room.`,
  redacted: 'Values with the usual names of secrets were replaced. What pictures show was not.',
  withSecrets: 'Tokens, cookies and passwords are in it: take care whom you give it to.',
  hasSecrets: 'With secrets',
  readOnly: 'Nothing in it can be changed, and it asks no service for anything.',
  version: (version: string) => `Earshot ${version}`,
  cut: 'The end of this file is missing',
  nothing: 'There is no session in this file, or it cannot be read.',
  keys: {}
}
