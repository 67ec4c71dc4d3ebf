// Runs many snippets in one process, and compares the requests that reached the server of recorder.ts with the recorded ones.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { sendable, type Sendable } from '../../src/snippets/sendable.js'
import type { Snippet } from '../../src/snippets/snippet.js'
import { arrived, expected, type Recorded } from './requests.js'
import type { Heard, Recorder } from './recorder.js'

export type Form = (request: Sendable) => Snippet

/** A program that reads a script from its standard input, and the script for several snippets. Each snippet sends its number as X-Test. */
export interface Runner {
  command: string[]
  script: (snippets: string[]) => string
  cwd?: string
  /** Headers that it adds if they were not recorded. */
  added: Record<string, RegExp>
  /** Converts a target as the program does. */
  target?: (target: string) => string
  /** Converts headers as the program does. */
  headers?: (headers: [string, string][]) => [string, string][]
}

/** Returns the text; throws if the format refuses the request. */
export function copied (form: Form, request: Recorded): string {
  const snippet = snippetOf(form, request)
  if ('refused' in snippet) throw new Error(`${snippet.refused} ${JSON.stringify(request)}`)
  return snippet.text
}

/** Returns why the format refuses the request; undefined if it does not. */
export function refusal (form: Form, request: Recorded): string | undefined {
  const snippet = snippetOf(form, request)
  return 'refused' in snippet ? snippet.refused : undefined
}

function snippetOf (form: Form, request: Recorded): Snippet {
  const fit = sendable(request)
  return 'refused' in fit ? fit : form(fit)
}

/** Returns the requests that did not arrive as recorded. Stops after the first batch that has any. */
export async function faults (recorder: Recorder, form: Form, runner: Runner, requests: Recorded[], batch = 100): Promise<object[]> {
  for (let at = 0; at < requests.length; at += batch) {
    const found = await faultsOfBatch(recorder, form, runner, requests.slice(at, at + batch))
    if (found.length > 0) return found
  }
  return []
}

async function faultsOfBatch (recorder: Recorder, form: Form, runner: Runner, requests: Recorded[]): Promise<object[]> {
  const texts = requests.map(request => copied(form, request))
  const errors = await run(runner, runner.script(texts))
  const heard = byNumber(recorder.take())
  const found: object[] = errors === '' ? [] : [{ errors }]
  for (const [n, request] of requests.entries()) {
    const shouldBe = asSentBy(runner, expected(request))
    const one = heard.get(n)
    const is = one && arrived(one, shouldBe, runner.added)
    if (!isDeepStrictEqual(is, shouldBe)) found.push({ n, text: texts[n], ...differences(is, shouldBe) })
  }
  return found
}

function differences (is: Heard | undefined, shouldBe: Heard): object {
  if (!is) return { is: 'nothing' }
  const lines = ({ method, target, headers, body }: Heard) =>
    [`${method} ${target}`, ...headers.map(([name, value]) => `${name}: ${value}`), body]
  return {
    is: lines(is).filter(line => !lines(shouldBe).includes(line)), shouldBe: lines(shouldBe).filter(line => !lines(is).includes(line))
  }
}

function asSentBy ({ target, headers }: Runner, heard: Heard): Heard {
  return { ...heard, target: target?.(heard.target) ?? heard.target, headers: headers?.(heard.headers) ?? heard.headers }
}

/** Returns the output on standard error. */
export async function run ({ command: [program = '', ...args], cwd }: Runner, script: string): Promise<string> {
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'pipe'], cwd, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } })
  child.stdin.on('error', () => undefined).end(script)
  return text(child.stderr)
}

function byNumber (heard: Heard[]): Map<number, Heard> {
  return new Map(heard.map(one => [Number(one.headers.find(([name]) => name.toLowerCase() === 'x-test')?.[1]), one]))
}
