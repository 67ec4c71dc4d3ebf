// npm run demo: plays recordings (HAR files) live against a running service, as the two-phase pushes of the apps that made
// them. Pushes go out one after the other: the list has the recording's order, however slow the network is.
import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseHar } from '../src/har/recording.js'
import { replay, type TimedPush } from '../src/har/replay.js'
import { fail, readCommandLine, row } from './command-line.js'
import { addressOf, readServiceUrl, readSession, URL_OPTION, withoutToken } from './service.js'

const USAGE = 'npm run demo -- [--url http://127.0.0.1:3000?token=...] [--session <15 characters>] [--speed 1] [file.har ...]'
const SHOP = fileURLToPath(new URL('../test/data/shop.har', import.meta.url))
const TIMEOUT_MS = 10_000

const { values, positionals } = readCommandLine({ url: URL_OPTION, session: { type: 'string' }, speed: { type: 'string', default: '1' } }, USAGE)
const service = readServiceUrl(values.url)
const session = readSession(values.session ?? randomSession())
const speed = readSpeed(values.speed)
const recordings = await Promise.all((positionals.length > 0 ? positionals : [SHOP]).map(readRecording))
const list = addressOf(withoutToken(service), '/capture/entries', session)
const target = addressOf(service, '/capture/raw-data', session)

await reach()
console.log(`Session:  ${session}`)
console.log(`Open it:  ${addressOf(withoutToken(service), '/', session).href}`)
console.log(`Watch it: npm run watch -- ${quoted(session)}${values.url === URL_OPTION.default ? '' : ` --url ${quoted(withoutToken(service).href)}`}`)
console.log(`List:     ${list.href}\n`)

let failures = 0
for (const recording of recordings) await play(recording)

const pushes = recordings.flat().length
console.log(`\n${pushes / 2} entries in ${pushes} pushes, ${failures} failed. List: ${list.href}`)
process.exitCode = failures > 0 ? 1 : 0

async function play (recording: TimedPush[]): Promise<void> {
  const startedMs = performance.now()
  for (const timed of recording) {
    const dueMs = startedMs + timed.atMs / speed
    await sleep(Math.max(0, dueMs - performance.now()))
    const answer = await send(timed)
    if (answer !== '200') failures++
    const { timeConsuming, method, api } = timed.push
    const phase = timeConsuming === 0 ? 'pending' : 'complete'
    console.log(row(`${(timed.atMs / 1000).toFixed(3).padStart(7)} s`, phase, method, api, answer))
  }
}

/** The status of the service's answer, or what went wrong, in words. */
async function send ({ push }: TimedPush): Promise<string> {
  try {
    const reply = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(push),
      signal: AbortSignal.timeout(TIMEOUT_MS)
    })
    const text = await reply.text()
    return reply.ok ? String(reply.status) : `${reply.status} ${text}`
  } catch (error) {
    return `FAILED: ${reason(error)}`
  }
}

async function reach (): Promise<void> {
  const reply = await fetch(addressOf(service, '/capture/online', session), { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((error: unknown) =>
    fail(`There is no service at ${service.origin} (${reason(error)}): start it with: npm start`))
  await reply.body?.cancel()
  if (!reply.ok) fail(`${service.origin} answered ${reply.status}: is this Earshot?`)
}

/** fetch hides the fault of the connection in the cause. */
function reason (error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string } }
  return cause?.code ?? message
}

async function readRecording (file: string, n: number): Promise<TimedPush[]> {
  try {
    return replay(parseHar(await readFile(file, 'utf8')), `demo-${Date.now().toString(36)}-${n + 1}`)
  } catch (error) {
    return fail(`${file} cannot be played: ${(error as Error).message}`)
  }
}

function readSpeed (text: string): number {
  const number = Number(text)
  return number > 0 && Number.isFinite(number) ? number : fail(`--speed must be a number above 0; it is "${text}"`)
}

function randomSession (): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
  return Array.from({ length: 15 }, () => letters[randomInt(letters.length)]).join('')
}

/** As a shell takes it. */
function quoted (text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
