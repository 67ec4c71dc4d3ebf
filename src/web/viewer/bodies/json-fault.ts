// Why a tree does not show the whole of a text, in words.
import type { Words } from '../words/words.js'
import type { Fault } from '../model/bodies/json-table.js'

export function faultWords (words: Words['bodies'], { at, reason }: Fault, text: string): string {
  if (reason === 'large') return words.rowsLarge
  if (reason === 'ended') return text === '' ? words.empty : words.jsonEnds
  const before = text.slice(0, at)
  const line = before.split('\n').length
  return words.jsonWrong(line, at - before.lastIndexOf('\n'))
}
