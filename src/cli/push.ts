// earshot push: records requests from a script: one given by options, or many as JSON on stdin, each as it arrives.
import { Command, InvalidArgumentError, Option } from 'commander'
import { randomUUID } from 'node:crypto'
import { createInterface, type Interface } from 'node:readline'
import { isRecord } from '../json/is-record.js'
import { counted } from '../text/count.js'
import { visible } from '../text/visible.js'
import { EXIT, Failure, usageFailure } from './failure.js'
import { jsonText } from './json-text.js'
import { jsonOption, refuseOptions, urlOption } from './options.js'
import { batchesOf, sendBatch, type PushResult } from './batches.js'
import { Service } from './service.js'
import { readSession } from './session-id.js'
import { sayReading } from './terminal-input.js'

interface Options {
  url: string,
  json?: boolean
  api?: string,
  method: string,
  requestId?: string,
  time?: number,
  status?: string,
  request?: string,
  response?: string,
  source?: string
}

export function pushCommand (): Command {
  return new Command('push')
    .description('Record requests from a script: one request given by options, or many as JSON from stdin (an array, or one per line).')
    .argument('<session>', 'id of the session, 15 characters; it need not exist yet')
    .option('--api <url>', 'URL of one request; without it, JSON is read from stdin')
    .option('--method <method>', 'method of the request', 'GET')
    .option('--request-id <id>', 'id of the request; pushes with the same id, at its start and at its end, become one entry')
    .addOption(new Option('--time <ms>', 'duration in ms; default: 1 with --status or --response, otherwise the request is pending')
      .argParser(readTime))
    .addOption(new Option('--status <code>', 'status of the response, such as 201; 0 if there was no response').argParser(readStatus))
    .option('--request <body>', 'body of the request')
    .option('--response <body>', 'body of the response')
    .option('--source <name>', 'name of the app in the list of requests')
    .addOption(jsonOption())
    .addOption(urlOption())
    .addHelpText('after', `
It prints the id of each entry, and exits with 1 if something was refused. Lines are sent as they come in.

Examples:
  $ earshot push my-test-session --api /v1/orders --method POST --status 201 --time 87 --response '{"ok":true}'
  $ earshot push my-test-session < pushes.ndjson
  $ tail -f app.log | jq -c --unbuffered '{api: .url, method: .verb, timeConsuming: .ms}' | earshot push my-test-session
`)
    .action(push)
}

async function push (given: string, options: Options, command: Command): Promise<void> {
  const session = readSession(given)
  if (options.api === undefined) refuseOptions(command, ['--json', '--url'], 'pushes from stdin; for one request, add --api')
  const service = new Service(options.url)
  const form = { path: '/capture/batch', session, type: 'application/x-ndjson', wrap: (texts: string[]) => texts.join('\n') }
  let refused = 0
  let all = 0
  const send = async (texts: string[]) => {
    for (const result of await sendBatch(service, texts, form)) {
      all++
      if (!('id' in result)) refused++
      print(result, options.json ?? false)
    }
  }
  if (options.api !== undefined) await send([JSON.stringify(pushOf(options))])
  else await pushLines(send)
  if (refused > 0) throw new Failure(`${refused} of ${counted(all, 'push', 'pushes')} ${refused === 1 ? 'was' : 'were'} refused`, EXIT.no)
}

// Any other value would be recorded as an unknown status.
function readStatus (text: string): string {
  if (!/^(?:0|[1-5]\d\d)$/.test(text)) throw new InvalidArgumentError('It must be a status such as 201 or 404, or 0.')
  return text
}

function readTime (text: string): number {
  if (!/^\d{1,12}(?:\.\d{1,9})?$/.test(text)) throw new InvalidArgumentError('It must be a number of milliseconds such as 87 or 0.4.')
  return Number(text)
}

/** Replaces a time of 0 of a complete request: 0 would mean that it is pending. */
const MIN_MS = 0.1

function pushOf ({ api, method, requestId, time, status, request, response, source }: Options): object {
  const isComplete = status !== undefined || response !== undefined
  const timeConsuming = isComplete ? (time ?? 1) || MIN_MS : time ?? 0
  const responseHeader = status && `HTTP/1.1 ${status}`
  return withId({ api, method, requestId, timeConsuming, request, response, source, responseHeader })
}

/** Lines that arrive during a request to the service are buffered, and sent with the next request. */
async function pushLines (send: (texts: string[]) => Promise<void>): Promise<void> {
  let waiting: string[] = []
  let sending: Promise<void> | undefined
  const flush = async () => {
    while (waiting.length > 0) {
      const texts = waiting
      waiting = []
      for (const batch of batchesOf(texts)) await send(batch)
    }
    sending = undefined
  }
  sayReading()
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity })
  for await (const texts of pushesIn(lines)) {
    waiting.push(...texts)
    if (!sending) {
      sending = flush()
      // After a failure, further lines would not be sent: stop reading.
      sending.catch(() => lines.close())
    }
    // Back-pressure: a source that is faster than the service has to wait.
    if (waiting.length > MAX_WAITING_PUSHES) await sending
  }
  await sending
}

/** With more pushes in memory, reading stops. */
const MAX_WAITING_PUSHES = 2000

async function * pushesIn (lines: Interface): AsyncGenerator<string[]> {
  let array: string | undefined
  let line = 0
  for await (const text of lines) {
    line++
    if (array === undefined && line === 1 && text.trimStart().startsWith('[')) array = ''
    if (array !== undefined) array += `${text}\n`
    else if (text.trim() !== '') yield [JSON.stringify(withId(parsed(text, `Line ${line}`)))]
  }
  if (array !== undefined) yield (parsed(array, 'stdin') as object[]).map(push => JSON.stringify(withId(push)))
}

function parsed (text: string, what: string): object {
  try {
    return JSON.parse(text) as object
  } catch (error) {
    throw usageFailure(`${what} is not valid JSON: ${(error as Error).message}`)
  }
}

/** Adds a request id, so that a retry is not recorded twice. A value that is not a push stays as it is: the service refuses it. */
function withId (push: object): object {
  return isRecord(push) ? { ...push, requestId: push.requestId ?? randomUUID() } : push
}

function print (result: PushResult, json: boolean): void {
  if (json) process.stdout.write(`${jsonText(result)}\n`)
  else if ('id' in result) process.stdout.write(`${result.id}\n`)
  else process.stderr.write(`${visible(`${result.code}: ${result.message}`)}\n`)
}
