// earshot replay: plays recordings live: like the app, it pushes each request twice, at its start and its end. It sends one push at a
// time, so the list keeps the recording's order even on a slow network.
import { Command, InvalidArgumentError } from 'commander'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseHar } from '../har/recording.js'
import { replay, type TimedPush } from '../har/replay.js'
import { counted } from '../text/count.js'
import { visible } from '../text/visible.js'
import { fitted } from './columns.js'
import { EXIT, Failure, usageFailure } from './failure.js'
import { jsonOption, urlOption } from './options.js'
import { nameOf, readBytes } from './recording-file.js'
import { DEFAULT_URL, Service, sentenceIn } from './service.js'
import { newSession, readSession } from './session-id.js'

interface Options { url: string, session?: string, speed: number, json?: boolean }

const WIDTH = 100
/** The service has recorded a push. Not a status, which would look like that of the request. */
const OK = 'ok'
const TIMEOUT_MS = 10_000

/** `sample`: the file to play if none is given. */
export function replayCommand (sample?: string): Command {
  return new Command('replay')
    .description('Push the requests of HAR files to the service, at the recorded pace, as the app did.')
    .argument(sample === undefined ? '<file...>' : '[file...]', 'the recordings; - is stdin', sample === undefined ? undefined : [sample])
    .option('-s, --session <id>', 'session to push to; a new one if not given')
    .option('--speed <factor>', 'speed, as a multiple of the recorded speed', readSpeed, 1)
    .addOption(jsonOption())
    .addOption(urlOption())
    .addHelpText('after', `
Requests that were pending when Earshot exported them stay pending. The exit code is 1 if a push failed.

Examples:
  $ earshot replay shop.har
  $ earshot replay --speed 10 --session my-test-session monday.har tuesday.har
`)
    .action(play)
}

async function play (files: string[], { url, session: given, speed, json = false }: Options): Promise<void> {
  const session = given === undefined ? newSession() : readSession(given)
  const service = new Service(url)
  const recordings: TimedPush[][] = []
  for (const [n, file] of files.entries()) recordings.push(await readRecording(file, n))
  await service.checkPush(session)
  if (!json) process.stdout.write(`${introduction(service, session)}\n\n`)
  let failed = 0
  for (const recording of recordings) failed += await playOne(recording, speed, push => send(service, session, push), json)
  const pushes = recordings.flat().length
  const entries = new Set(recordings.flat().map(({ push }) => push.requestId)).size
  if (json) process.stdout.write(`${JSON.stringify({ session, entries, pushes, failed })}\n`)
  else {
    const played = `${counted(entries, 'entry', 'entries')} in ${counted(pushes, 'push', 'pushes')}`
    process.stdout.write(`\n${played}, ${failed} failed: ${service.page(session)}\n`)
  }
  if (failed > 0) throw new Failure(`${failed} of ${counted(pushes, 'push', 'pushes')} failed`, EXIT.no)
}

function introduction (service: Service, session: string): string {
  const elsewhere = service.url === DEFAULT_URL ? '' : ` --url ${quoted(service.url)}`
  return `Session:  ${session}\nOpen it:  ${service.page(session)}\nWatch it: earshot watch ${quoted(session)}${elsewhere}`
}

/** Returns how many pushes failed. */
async function playOne (
  recording: TimedPush[], speed: number, send: (push: TimedPush['push']) => Promise<string>, json: boolean
): Promise<number> {
  let failed = 0
  const startedMs = performance.now()
  for (const { atMs, push } of recording) {
    await sleep(Math.max(0, startedMs + atMs / speed - performance.now()))
    const outcome = await send(push)
    if (outcome !== OK) failed++
    if (!json) process.stdout.write(`${row(atMs, push, outcome)}\n`)
  }
  return failed
}

/** What became of the push, in words: OK, or what went wrong. */
async function send (service: Service, session: string, push: object): Promise<string> {
  try {
    const body = JSON.stringify(push)
    const reply = await service.answer('/capture/raw-data', session, {
      method: 'POST', type: 'application/json', body, timeoutMs: TIMEOUT_MS
    })
    const text = await reply.text()
    return reply.ok ? OK : `refused: ${`${reply.status} ${sentenceIn(text)}`.trim()}`
  } catch (error) {
    return `failed: ${(error as Error).message}`
  }
}

function row (atMs: number, { timeConsuming, method, api }: TimedPush['push'], outcome: string): string {
  const phase = timeConsuming === 0 ? 'pending' : 'complete'
  return visible(`${(atMs / 1000).toFixed(3).padStart(7)} s  ${phase.padEnd(9)} ${method.padEnd(7)} ${fitted(api, WIDTH)}  ${outcome}`)
}

async function readRecording (file: string, n: number): Promise<TimedPush[]> {
  const bytes = await readBytes(file)
  try {
    return replay(parseHar(bytes.toString('utf8')), `replay-${Date.now().toString(36)}-${n + 1}`)
  } catch (error) {
    const reason = (error as Error).message.replace(/\s*\n\s*/g, ' ')
    throw usageFailure(`${nameOf(file)} cannot be replayed: ${reason}. It must be a HAR file; for JSON and NDJSON, use earshot import`)
  }
}

function readSpeed (text: string): number {
  const number = Number(text)
  if (!(number > 0 && Number.isFinite(number))) throw new InvalidArgumentError('It must be a number above 0.')
  return number
}

/** Quotes the text for a shell, if it needs quotes. */
function quoted (text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
