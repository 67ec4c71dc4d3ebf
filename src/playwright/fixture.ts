// earshot/playwright: the `test` of Playwright, in which each test has a session of its own. The recorder is injected into every page and
// frame of the test's context, so the pages need no change; the report of a failed test gets the recorded session as one HTML file.
import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  test as base, type BrowserContext, type PlaywrightTestArgs, type PlaywrightTestOptions, type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions, type TestType
} from '@playwright/test'
import { WebSocket } from 'ws'
import { filter } from '../filter/entry-filter.js'
import { faultSentences } from '../filter/fault-sentence.js'
import type { Entry } from '../schema/entry.js'
import { defaultUrl } from '../web/feed/service.js'
import { nameOf, PageRules, respondRule, type GivenAnswer, type RuleOptions } from './page-rules.js'
import type { Fail, GivenRule } from '../schema/rule.js'
import { SessionFeed, type WaitOptions, type Wanted } from '../web/feed/session-feed.js'

export { expect } from '@playwright/test'
export type { GivenAnswer, GivenRule, RuleOptions }

/** Options of `use` in playwright.config. */
export interface EarshotOptions {
  /** Where the service is; without it, `EARSHOT_URL`, else http://127.0.0.1:3000. */
  earshotUrl: string | undefined
  /** The token of the test: it views the session, and writes rules. Without it, `EARSHOT_TOKEN`. */
  earshotToken: string | undefined
  /** The token of the pages, which their scripts can read: it pushes, and reads rules. Without it, `earshotToken`; '' is none. */
  earshotPushToken: string | undefined
}

export interface EarshotSession {
  /** 15 characters, different for each test and each retry. */
  session: string
  /** The page that shows the session live. The report names it, too. */
  pageUrl: string
  /** All that was recorded, live. */
  feed: SessionFeed
  /**
   * Resolves with the first request that matches: a text in the filter language, or a function of an entry. Rejects after 5 s, or
   * `timeoutMs`, with an error that names the nearest requests. Throws if the text has a likely mistake.
   */
  waitFor (wanted: string | Wanted, options?: WaitOptions): Promise<Entry>
  /**
   * Requests of the pages that match get this answer, and no request is sent. The filter may ask for what is known when a request
   * starts. When it resolves, open pages have the rule; later pages have it before their first request. The newest rule comes first.
   */
  answer (match: string, answer: GivenAnswer, options?: RuleOptions): Promise<void>
  /** Requests that match fail: `network` by default; `timeout`: there is no answer until the page gives up; `abort`: as if aborted. */
  fail (match: string, how?: Fail['how'], options?: RuleOptions): Promise<void>
  /** Replaces all rules of the test, also those of `answer` and `fail`. The first one that matches applies. */
  rules (rules: readonly GivenRule[]): Promise<void>
}

interface Service { url: string, token: string | undefined, pushToken: string | undefined, script: string }

/** How long the last pushes of a page may take when its test is over. */
const FLUSH_MS = 2000

type Fixtures = { earshot: EarshotSession }
type WorkerFixtures = EarshotOptions & { earshotService: Service }

// The type is written out, so that a build without Playwright also writes it into the types of the package.
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & Fixtures, PlaywrightWorkerArgs & PlaywrightWorkerOptions & WorkerFixtures
> = base.extend<Fixtures, WorkerFixtures>({
  earshotUrl: [undefined, { option: true, scope: 'worker' }],
  earshotToken: [undefined, { option: true, scope: 'worker' }],
  earshotPushToken: [undefined, { option: true, scope: 'worker' }],

  earshotService: [async ({ earshotUrl, earshotToken, earshotPushToken }, use) => {
    const url = (earshotUrl ?? defaultUrl()).replace(/\/+$/, '')
    const token = earshotToken ?? process.env.EARSHOT_TOKEN
    await use({ url, token, pushToken: earshotPushToken ?? token, script: await recorder(url) })
  }, { scope: 'worker' }],

  earshot: [async ({ context, earshotService }, use, testInfo) => {
    const { url, token, pushToken, script } = earshotService
    const session = `t${randomBytes(7).toString('hex')}`
    const pageUrl = `${url}/?sessionId=${session}`
    const annotate = (description: string) => testInfo.annotations.push({ type: 'earshot', description })
    annotate(pageUrl)
    const options = JSON.stringify({ url, session, token: pushToken, source: testInfo.title.slice(0, 128) })
    await context.addInitScript({ content: `${script}\n;window.Earshot.start(${options})` })
    // The recorder warns if the page's policy, or the service, forbids it to send.
    context.on('console', message => { if (message.text().startsWith('Earshot')) annotate(message.text()) })
    const rules = new PageRules(context, { url, session, token })
    let feed: SessionFeed | undefined
    const opened = () => (feed ??= new SessionFeed({ url, sessionId: session, token, WebSocket }))
    await use({
      session,
      pageUrl,
      get feed () { return opened() },
      waitFor: (wanted, options) => opened().waitFor(typeof wanted === 'string' ? strictly(wanted) : wanted, options),
      answer: (match, answer, options) => rules.add(respondRule(match, answer, options)),
      fail: (match, how = 'network', options) => rules.add({ name: nameOf(match), match, action: { type: 'fail', how }, ...options }),
      rules: list => rules.set(list)
    })
    feed?.close()
    await flush(context)
    if (testInfo.status === testInfo.expectedStatus) return
    try {
      await testInfo.attach(`earshot-${session}.html`, { body: await savedPage(earshotService, session), contentType: 'text/html' })
    } catch (error) {
      // The failure of the test is what matters: a second error would only distract from it.
      annotate(`The session could not be attached: ${String(error)}`)
    }
  }, { auto: true }]
})

/** The text of the recorder, from the service that will take its pushes. */
async function recorder (url: string): Promise<string> {
  const where = 'the URL of Earshot in EARSHOT_URL, or as `earshotUrl` under `use` in the Playwright config'
  const reply = await fetch(`${url}/earshot-whole.js`)
    .catch((error: unknown) => {
      throw new Error(`Earshot does not answer at ${url}: start the service (npx earshot), or set ${where}`, { cause: error })
    })
  if (!reply.ok) {
    const what = 'this is not Earshot, or its version is too old, or its recorder is not built'
    throw new Error(`${url}/earshot-whole.js answered ${reply.status}: ${what}. Set ${where}`)
  }
  return await reply.text()
}

function strictly (text: string): Wanted {
  const wanted = filter(text)
  if (wanted.needsMessages) {
    throw new Error('waitFor does not accept "message:" in a filter. Wait for the stream itself, then read feed.messages(id)')
  }
  if (wanted.faults.length === 0) return wanted
  throw new Error(`Check the filter: ${faultSentences(wanted.faults)}`)
}

async function savedPage ({ url, token }: Service, session: string): Promise<Buffer> {
  const reply = await fetch(`${url}/capture/page?sessionId=${session}`, { headers: token ? { authorization: `Bearer ${token}` } : {} })
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
  return Buffer.from(await reply.arrayBuffer())
}

/** Waits until the pages have sent what they recorded: a context that closes drops it. A page that hangs is not waited for longer. */
async function flush (context: BrowserContext): Promise<void> {
  const sent = async (limitMs: number) => {
    const page = globalThis as { Earshot?: { state?: { queued: number } } }
    const end = Date.now() + limitMs
    while (page.Earshot?.state?.queued && Date.now() < end) await new Promise(resolve => setTimeout(resolve, 20))
  }
  const flushed = Promise.all(context.pages().map(page => page.evaluate(sent, FLUSH_MS).catch(() => {})))
  const ended = new AbortController()
  await Promise.race([flushed, delay(FLUSH_MS, undefined, { signal: ended.signal }).catch(() => {})])
  ended.abort()
}
