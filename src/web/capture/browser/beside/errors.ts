// Records what goes wrong in the scripts of a page: uncaught errors, unhandled rejections, and what is logged with console.error and
// console.warn. Each becomes a failed entry, with the message as its note and the details as its response.
import { NO_RESPONSE } from '../../core/exchange.js'
import { quiet } from '../../core/host.js'
import type { Watch } from '../frameless.js'
import type { Running } from '../page-earshot.js'
import { Allowance, WINDOW_SECONDS } from './allowance.js'
import { maskedProse } from './masked-prose.js'
import { isError, readableValue, readableValues } from './readable-value.js'

const MAX_ERRORS = 50
const MAX_NOTE_LENGTH = 900

interface Trouble {
  /** What kind it is, as a viewer reads it. */
  kind: string
  texts: string[]
  /** Where it happened: the stack of the call, or the place in a script. */
  place: string
}

/** The only text that browsers report for an error in a script of another origin without CORS. */
const HIDDEN = 'Script error.'
const HIDDEN_HINT = 'The browser hides the errors of a script from another origin, unless its tag has the attribute "crossorigin", and ' +
  'its host answers with Access-Control-Allow-Origin.'

export function recordErrors (running: Running): void {
  const { over, patches } = running
  const allowance = new Allowance(MAX_ERRORS, missed => record(running, {
    kind: 'not recorded', texts: [`${missed} more (limit: ${MAX_ERRORS} errors and warnings in ${WINDOW_SECONDS} s)`], place: ''
  }), over)
  let isReading = false
  const hear = (read: () => Trouble | undefined) => {
    // Reading a value may call code of the page, which may log.
    if (isReading) return
    isReading = true
    quiet(() => {
      if (!allowance.take()) return
      const trouble = read()
      if (trouble) record(running, trouble)
    })
    isReading = false
  }
  window.addEventListener('error', event => {
    // Elements that cannot be loaded have events of the same name.
    if (event instanceof ErrorEvent) hear(() => uncaught(event))
  }, over)
  window.addEventListener('unhandledrejection', ({ reason }) => {
    hear(() => ({ kind: 'unhandled rejection', texts: [readableValue(reason)], place: stackOf(reason) }))
  }, over)
  for (const name of ['error', 'warn']) {
    const watch: Watch = ([, , values]) => {
      if (!isOurs(values)) hear(() => ({ kind: `console.${name}`, texts: readableValues(values), place: callerOf(values, watch) }))
    }
    patches.add(console, name, watch)
  }
}

function uncaught ({ message, error, filename, lineno, colno }: ErrorEvent): Trouble {
  const text = error === null || error === undefined ? message : readableValue(error)
  const texts = text === HIDDEN ? [text, HIDDEN_HINT] : [text]
  return { kind: 'uncaught', texts, place: lineno > 0 ? `${filename}:${lineno}:${colno}` : '' }
}

/** The recorder's own warnings. */
function isOurs ([first]: unknown[]): boolean {
  return typeof first === 'string' && /^Earshot(?:: | does not record)/.test(first)
}

function stackOf (value: unknown): string {
  return isError(value) ? value.stack ?? '' : ''
}

const { captureStackTrace } = Error as { captureStackTrace?: (holder: object, below: Function) => void }

/** The stack of the first error, else that of the call. Lines of the recorder's own files are left out. */
function callerOf (values: unknown[], watch: Watch): string {
  const known = values.map(stackOf).find(stack => stack)
  if (known) return known
  const holder: { stack?: string } = captureStackTrace ? {} : new Error()
  // Chromium keeps ten lines: without this, ours would leave no room for the page's.
  captureStackTrace?.(holder, watch)
  return (holder.stack ?? '').split('\n').filter(line => /:\d+:\d+/.test(line) && !/\/earshot[\w-]*\.js/.test(line)).join('\n')
}

const SCRIPT = /[a-z][a-z\d+.-]*:\/\/[^\s()]+:\d+:\d+/i

function record ({ recorder, options }: Running, { kind, texts, place }: Trouble): void {
  const api = SCRIPT.exec(place)?.[0] ?? location.href.replace(/#.*/, '')
  if (quiet(() => options.ignore?.(api))) return
  const exchange = recorder.begin({ method: 'ERROR', api, requestHeader: '', via: 'error' })
  const details = texts.some(text => text.includes(place)) ? texts : [...texts, place]
  exchange.later(({ mask }, push) => {
    const said = maskedProse(mask, texts.map(text => text.split('\n')[0]).join(' '))
    push.note = `${kind}: ${said}`.slice(0, MAX_NOTE_LENGTH)
    push.response = details.map(text => maskedProse(mask, text)).join('\n')
  }, details.reduce((sum, { length }) => sum + length, 0))
  exchange.end({ responseHeader: NO_RESPONSE })
}
