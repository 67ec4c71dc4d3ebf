// Reads the calls in the lines of a stack, in the forms of V8, SpiderMonkey and JavaScriptCore, and masks the addresses in them.
import { MAX_CALL_LENGTH, MAX_PLACE_LENGTH, MAX_CALLS } from '../../../schema/initiator-limits.js'
import type { Initiator, InitiatorCall } from '../../../schema/initiator.js'
import type { Masker } from './mask.js'

/** All names and addresses together. */
const MAX_CHARS = 2000
const MAX_LINE_LENGTH = 1000
const MAX_REMEMBERED = 1000

/** Reads the lines of one stack. Lines repeat from request to request, so what was read of them is remembered. */
export function callReader (mask: Pick<Masker, 'url'>): (stack: string) => Initiator | undefined {
  const known = new Map<string, InitiatorCall | undefined>()
  const read = (line: string) => {
    if (!known.has(line)) {
      if (known.size >= MAX_REMEMBERED) known.clear()
      known.set(line, callOf(line, mask))
    }
    return known.get(line)
  }
  return stack => {
    const calls: Initiator = []
    let chars = 0
    for (const line of stack.split('\n')) {
      const call = read(line)
      chars += (call?.url.length ?? 0) + (call?.function?.length ?? 0)
      if (chars > MAX_CHARS || calls.length === MAX_CALLS) break
      if (call) calls.push(call)
    }
    return calls.length > 0 ? calls : undefined
  }
}

const OF_V8 = /^ +at /
const PLACE = /:(\d+):(\d+)\)?$/
/** The end of a line that has a place. */
const MAX_END_LENGTH = 40

export function hasPlace (line: string): boolean {
  return PLACE.test(line.slice(-MAX_END_LENGTH))
}

/**
 * Keeps the end of a line, and the beginnings of its name and its address. A query, and the text of a `data:` address, may be very long,
 * and may hold a secret that a cut would hide.
 */
export function shortened (line: string): string {
  if (line.length <= MAX_LINE_LENGTH) return line
  const [end = ''] = PLACE.exec(line.slice(-MAX_END_LENGTH)) ?? []
  const written = line.slice(0, -end.length)
  const at = isNameless(written, end) ? 0 : Math.max(written.search(/ \(|@/), 0)
  const [name, address] = [written.slice(0, at).slice(0, MAX_CALL_LENGTH), written.slice(at)]
  return name + address.replace(/[?#,][^]*/, '').slice(0, MAX_LINE_LENGTH) + end
}

/**
 * Whether a line of V8 has an address only, and no name of a function. Then no bracket follows the place; those within the address do not
 * count.
 */
function isNameless (written: string, end: string): boolean {
  return OF_V8.test(written) && !end.endsWith(')')
}

function callOf (line: string, mask: Pick<Masker, 'url'>): InitiatorCall | undefined {
  const [end, row, column] = PLACE.exec(line) ?? []
  if (end === undefined) return undefined
  const written = line.slice(0, -end.length)
  const { name, url, at = [Number(row), Number(column)] } = isNameless(written, end)
    ? { name: '', url: written.replace(/^ +at (?:async )?/, '') }
    : OF_V8.test(written) ? callOfV8(written) : callOfOthers(written)
  const place = mask.url(url.replace(/^(data:[^,]*),[^]*/, '$1')).slice(0, MAX_PLACE_LENGTH)
  if (place === '' || !at.every(number => number > 0 && Number.isSafeInteger(number))) return undefined
  return { ...name && { function: name.slice(0, MAX_CALL_LENGTH) }, url: place, line: at[0], column: at[1] } as InitiatorCall
}

interface CallText { name: string, url: string, at?: number[] }

/** Of code in `eval`, the place is that of `eval`. */
const EVAL = /\(([^()\s]+):(\d+):(\d+)\)/

/** `    at async load (https://shop.example/app.js`. Hermes writes `(address at main.jsbundle` for bytecode. */
function callOfV8 (written: string): CallText {
  const text = written.replace(OF_V8, '').replace(' (address at ', ' (')
  const open = text.indexOf(' (')
  const [name, url] = [text.slice(0, open), text.slice(open + 2)]
  if (!url.startsWith('eval at ')) return { name, url }
  const [, file = '', line, column] = EVAL.exec(url) ?? []
  return { name, url: file, at: [Number(line), Number(column)] }
}

/** `load@https://shop.example/app.js`; after a line number of its own, Firefox says `> eval`. */
function callOfOthers (written: string): CallText {
  const at = written.indexOf('@')
  const [, url = '', line] = /^([^]*?)(?: line (\d+) > .*)?$/.exec(written.slice(at + 1)) ?? []
  return { name: written.slice(0, Math.max(at, 0)), url, ...line && { at: [Number(line), 1] } }
}
