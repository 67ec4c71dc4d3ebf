// The initiator of a request in a HAR: `_initiator`, as Chrome exports it. In a HAR, lines and columns count from 0. If code continues
// after a promise or a timer, the earlier stack is the parent of the current one.
import type { Entry } from '../schema/entry.js'
import { MAX_CALL_LENGTH, MAX_PLACE_LENGTH, MAX_CALLS } from '../schema/initiator-limits.js'
import type { Initiator, InitiatorCall } from '../schema/initiator.js'
import { listOf, objectOf } from './recording.js'

/** Reads our own form; invalid calls are ignored, and long ones are cut. Undefined if nothing is left. */
export function readInitiator (given: unknown): Initiator | undefined {
  return readCalls(given, call => [call.function, call.url, call.line, call.column])
}

/** Undefined if no script started the request. */
export function readHarInitiator (given: unknown): Initiator | undefined {
  const { type, stack } = objectOf(given as { type?: unknown, stack?: unknown } | undefined)
  return type === 'script' ? readCalls(callFramesOf(stack), readFrame) : undefined
}

export interface HarInitiator {
  type: string
  stack: { callFrames: { functionName: string, scriptId: string, url: string, lineNumber: number, columnNumber: number }[] }
}

export function harInitiatorOf ({ initiator }: Pick<Entry, 'initiator'>): HarInitiator | undefined {
  return initiator && {
    type: 'script',
    stack: {
      callFrames: initiator.map(({ function: functionName = '', url, line, column }) =>
        ({ functionName, scriptId: '', url, lineNumber: line - 1, columnNumber: column - 1 }))
    }
  }
}

type Members = Record<string, unknown>
/** Function, address, line and column, of any type. */
type RawCall = [unknown, unknown, unknown, unknown]

function readFrame ({ functionName, url, lineNumber, columnNumber }: Members): RawCall {
  return [functionName, url, next(lineNumber), next(columnNumber)]
}

function next (number: unknown): unknown {
  return typeof number === 'number' ? number + 1 : undefined
}

/** Those of the stack, and of its parents. */
function callFramesOf (given: unknown): unknown[] {
  const frames: unknown[] = []
  let stack = given
  // A recording cannot be deeper than its own limit of nesting.
  while (stack !== undefined && stack !== null && frames.length < MAX_CALLS) {
    const { callFrames, parent } = objectOf(stack as { callFrames?: unknown[], parent?: unknown })
    frames.push(...listOf(callFrames).slice(0, MAX_CALLS))
    stack = parent
  }
  return frames
}

function readCalls (given: unknown, read: (call: Members) => RawCall): Initiator | undefined {
  const calls: Initiator = []
  for (const one of listOf(given as unknown[])) {
    if (calls.length === MAX_CALLS) break
    const call = callOf(...read(objectOf(one as Members)))
    if (call) calls.push(call)
  }
  return calls.length > 0 ? calls : undefined
}

function callOf (name: unknown, place: unknown, line: unknown, column: unknown): InitiatorCall | undefined {
  const [named, url] = [textOf(name).slice(0, MAX_CALL_LENGTH), textOf(place).slice(0, MAX_PLACE_LENGTH)]
  if (url === '' || !isPlace(line) || !isPlace(column)) return undefined
  return { ...named !== '' && { function: named }, url, line, column }
}

function textOf (value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isPlace (number: unknown): number is number {
  return Number.isSafeInteger(number) && (number as number) >= 1
}
