// earshot proxy: stands between an app and its API, forwards everything and records it. It works for every app in which the base URL of the
// API can be set.
import { Command } from 'commander'
import { once } from 'node:events'
import { maskOf } from '../web/capture/core/options.js'
import type { CaptureState } from '../web/capture/core/state.js'
import { reasonOf, usageFailure, type Failure } from './failure.js'
import { maskOption, readPort, urlOption } from './options.js'
import { readOrigin } from './proxy/cors.js'
import { openFront, type Front, type FrontOptions } from './proxy/front.js'
import { RecorderThread } from './proxy/recorder-thread.js'
import { readTargets, type Target } from './proxy/targets.js'
import { Service } from './service.js'
import { newSession, readSession } from './session-id.js'

interface Options {
  url: string
  port: number
  host: string
  session?: string
  source?: string
  mask?: string
  allowOrigin?: string[]
  insecure?: boolean
  json?: boolean
}

const DEFAULT_PORT = 4000
/** How long the last pushes may take after the proxy ends. */
const LAST_PUSHES_MS = 3000

export function proxyCommand (): Command {
  return new Command('proxy')
    .description('Forward requests to an API and record them, for every app in which the base URL of the API can be set.')
    .argument('<target...>', 'URL of the API, or several URLs with path prefixes: /api=https://… /auth=https://…')
    .option('-p, --port <port>', 'port to listen on; 0: any free port', readPort, DEFAULT_PORT)
    .option('--host <address>', 'address to listen on; 0.0.0.0 lets other devices connect', '127.0.0.1')
    .option('-s, --session <id>', 'session to record to; a new one if not given')
    .option('--source <name>', 'name of the app in the list of requests')
    .addOption(maskOption())
    .option('--allow-origin <origin>', 'let pages of this origin read responses, too (CORS); repeatable', withOrigin)
    .option('--insecure', 'accept any certificate of a target')
    .option('--json', 'for machines: the URL of the proxy, the session and its URL, as one line of JSON')
    .addOption(urlOption())
    .addHelpText('after', `
In the app, set the base URL of the API to the proxy's URL. Streams and WebSockets are forwarded as they come; redirects, cookies
and CORS are adapted, so that the app works with this URL. The path of a target replaces its prefix: with
/api=https://api.example.com/v2, a request to /api/orders is forwarded to https://api.example.com/v2/orders.

The messages of WebSockets are not recorded, only how many bytes were sent and received. Trailers are forwarded, but not recorded.

If a target does not answer, the app gets a 502 with the reason, and the recorded request has the reason, too. If the service stops later,
requests are still forwarded. Ctrl-C ends the proxy. It exits with 3 if, at the start, the service is unavailable or refuses pushes.

Examples:
  $ earshot proxy https://api.example.com
  $ earshot proxy /api=https://api.example.com /auth=https://login.example.com/oauth --port 8000
  $ earshot proxy http://localhost:8080 --session my-test-session --host 0.0.0.0
`)
    .action(proxy)
}

async function proxy (given: string[], options: Options): Promise<void> {
  const targets = readTargets(given)
  const session = options.session === undefined ? newSession() : readSession(options.session)
  const service = new Service(options.url)
  await service.checkPush(session)
  const mask = options.mask === undefined ? undefined : maskOf(options.mask)
  const recorder = new RecorderThread({ url: service.url, session, token: service.token, source: options.source, mask })
  recorder.onState = outageReporter()
  recorder.onFailure = error => { process.stderr.write(`Not recording any more (${reasonOf(error)}). Requests are still forwarded\n`) }
  const front = await openFrontOrFail({ ...options, targets, recorder, allowed: options.allowOrigin ?? [], secure: !options.insecure })
  if (targets.some(({ origin, path }) => `${service.url}/`.startsWith(`${origin}${path}/`))) {
    process.stderr.write(`Not recorded: requests to ${service.url}/capture/ and ${service.url}/ws, because Earshot itself answers them\n`)
  }
  printStart({ address: front.address, session, page: service.page(session) }, targets, options.json)
  await Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map(signal => once(process, signal)))
  // Requests in progress are recorded before their connections are cut.
  const last = recorder.leave('the proxy ended', LAST_PUSHES_MS)
  await front.close()
  if (await last) return
  process.stderr.write(`The last requests were not recorded: the service did not take them within ${LAST_PUSHES_MS / 1000} s\n`)
}

function withOrigin (text: string, others: string[] = []): string[] {
  return [...others, readOrigin(text)]
}

async function openFrontOrFail (options: FrontOptions): Promise<Front> {
  try {
    return await openFront(options)
  } catch (error) {
    throw portFailure(error as NodeJS.ErrnoException, options)
  }
}

function portFailure ({ code, message }: NodeJS.ErrnoException, { host, port }: FrontOptions): Failure {
  if (code === 'EADDRINUSE') return usageFailure(`Port ${port} is in use: choose another with --port`)
  if (code === 'EACCES') return usageFailure(`Port ${port} needs special rights: choose one above 1023 with --port`)
  return usageFailure(`The proxy cannot listen on ${host}: ${message}`)
}

function printStart (start: { address: string, session: string, page: string }, targets: Target[], json = false): void {
  if (json) {
    process.stdout.write(`${JSON.stringify(start)}\n`)
    return
  }
  for (const { prefix, origin, path } of targets) process.stderr.write(`Forwarding ${start.address}${prefix} to ${origin}${path}\n`)
  process.stderr.write(`Recording: ${start.page}\nCtrl-C ends the proxy.\n`)
}

const MEANWHILE = 'Requests are still forwarded, and recorded as far as memory allows'

/** Reports an outage once, and its end once. */
function outageReporter (): (state: CaptureState) => void {
  let isAway = false
  return ({ status, reason }) => {
    const wasAway = isAway
    isAway = status === 'retrying' || status === 'refused'
    if (isAway && !wasAway) process.stderr.write(`Cannot send recordings (${reason}); trying again. ${MEANWHILE}\n`)
    if (wasAway && status === 'recording') process.stderr.write('Sending recordings again\n')
  }
}
