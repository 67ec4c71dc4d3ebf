// The recorder of this process. There is only one, even if several copies of the package start it.
import { recordInitiators } from '../core/initiators.js'
import type { CaptureState } from '../core/state.js'
import { quiet } from '../core/host.js'
import { appStack } from './app-stack.js'
import { ENDED } from './hand-over.js'
import { recordHttp } from './http-client.js'
import { recordHttp2 } from './http2-client.js'
import { keepSourceTexts } from './look-alike.js'
import { later, never, nowMs } from './natives.js'
import type { CaptureOptions } from './options.js'
import { openRecording, serviceOf, warn, type Recording } from './recording.js'
import type { SpoolPlace } from './spool.js'
import type * as RulesPart from './rules/start.js'
import { recordUndici } from './undici-client.js'

interface Running {
  readonly service: string
  readonly state: CaptureState
  stop (): void
  onState (listener: (state: CaptureState) => void): void
}

const KEY = Symbol.for('earshot.node')
const place = globalThis as { [KEY]?: Running | undefined }

/** undefined if the recorder is not started. */
export function running (): Running | undefined {
  return place[KEY]
}

/** `spool`: where to write what is recorded, if another process sends it. */
export function startRecording (options: CaptureOptions, spool?: SpoolPlace): void {
  if (place[KEY]?.service === serviceOf(options)) return
  stopRecording()
  try {
    place[KEY] = run(options, spool)
  } catch (error) {
    warn(`Earshot does not record: ${error instanceof Error ? error.message : String(error)}`)
  }
}

export function stopRecording (): void {
  place[KEY]?.stop()
  place[KEY] = undefined
}

function run (options: CaptureOptions, spool: SpoolPlace | undefined): Running {
  const recording = openRecording(options, spool)
  const { recorder, transport, book, leave, close } = recording
  quiet(() => recordInitiators(recorder, options.initiator, { read: appStack, now: nowMs }))
  const ends = [keepSourceTexts(), recordHttp(book), recordHttp2(book), recordUndici(book), onProcessEnd({
    soon: done => {
      leave(ENDED)
      transport.whenIdle(done)
    },
    now: () => {
      const lost = transport.leave(() => leave(ENDED))
      const pushes = lost === 1 ? '1 push' : `${lost} pushes`
      if (lost > 0) warn(`Earshot: the process has ended, and the service at ${options.url} has not confirmed ${pushes}`)
    }
  })]
  const endRules = options.rules ? withRules(options, recording, spool?.rules) : () => {}
  return {
    service: serviceOf(options),
    get state () { return recorder.state },
    onState: listener => { recorder.onState = listener },
    stop: () => {
      endRules()
      for (const end of ends) end()
      close('recorder stopped', () => {})
    }
  }
}

type Part = Pick<typeof RulesPart, 'applyRules'>

let loadRules: () => PromiseLike<Part> | Part = () => import('./rules/start.js')

/** How the part for rules is loaded. Where it can be loaded at once, rules apply from the first request on. */
export function loadRulesBy (load: () => Part): void {
  loadRules = load
}

/** `kept`: rules that are known already. Returns a function that ends them. */
function withRules (options: CaptureOptions, recording: Recording, kept: string | undefined): () => void {
  let isOver = false
  let end = () => {}
  const start = ({ applyRules }: Part) => { if (!isOver) end = applyRules(options, recording, kept) }
  const fail = () => warn('Earshot does not apply rules: its code for rules cannot be loaded')
  const part = quiet(() => loadRules())
  if (part && 'then' in part) part.then(start).then(undefined, fail)
  else if (!part || quiet(() => { start(part); return true }) === undefined) fail()
  return () => {
    isOver = true
    end()
  }
}

// Notices the end of the process, to send what is left. Exit code and output do not change. We add no listeners of signals: a listener
// would keep a signal from ending the process, and the app may check whether somebody handles the signal.
interface End {
  /** The process has nothing left to do: it waits until `done` is called, at most one second. */
  soon (done: () => void): void
  /** The process exits: asynchronous code does not run any more. */
  now (): void
}

const MAX_MS = 1000

/** Returns a function that removes the listeners. */
function onProcessEnd (end: End): () => void {
  let asked = false
  const before = () => {
    // New work makes Node emit `beforeExit` again, which listeners of the app would notice: if there are any, only `exit` is used.
    if (asked || process.listenerCount('beforeExit') > 1) return
    asked = true
    const timer = later(() => {}, MAX_MS)
    end.soon(() => never(timer))
  }
  const exit = () => { quiet(() => end.now()) }
  process.on('beforeExit', before).on('exit', exit)
  return () => { process.off('beforeExit', before).off('exit', exit) }
}
