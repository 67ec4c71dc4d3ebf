// One XMLHttpRequest to which rules apply, from send() until the page opens it again. We answer it, fail it, delay it, or change its
// request or its response.
import type { HeaderPairs } from '../../../../rules/answer.js'
import type { Picked } from '../../../../rules/rule-book.js'
import type { BodyRecord } from '../../core/body.js'
import { bodyOf } from '../binary.js'
import { ChangedXhr } from './changed-xhr.js'
import { emulatedProperties } from './emulated-properties.js'
import { dispatch, EmulatedXhr, type Ending } from './emulated-xhr.js'
import { takesNoBody, type Opened } from './opened.js'
import type { Ruling, Rulings } from './rulings.js'
import { sendChanged, type NativeXhr } from './sending.js'
import { copyOfBody, sizeOfBody, withoutObjects } from './upload.js'
import { nativeOf, show } from './xhr-properties.js'

const ENDINGS = { network: 'error', timeout: 'timeout', abort: 'abort' } as const satisfies Record<string, Ending>

export class RuledXhr {
  /** While the browser's part of it is not sent. */
  emulated: EmulatedXhr | undefined
  changed: ChangedXhr | undefined
  private readonly undo: (() => void)[] = []

  /** `headers`: those that the page has set. `done`: called after the last event, or when it is opened again. */
  constructor (
    private readonly xhr: XMLHttpRequest, private readonly opened: Opened, private readonly headers: HeaderPairs,
    private readonly rulings: Rulings, private readonly ruling: Ruling, private readonly picked: Picked,
    private readonly native: NativeXhr, private readonly done: () => void
  ) {}

  /** `args`: of send(). */
  send (args: unknown[]): void {
    const { xhr, opened, picked: { end, delayMs } } = this
    this.ruling.gives(() => this.parsedBody)
    if (!end && delayMs === 0) return this.sendNow(args, true)
    const given = args.map(withoutObjects)
    const bytes = takesNoBody(opened) ? undefined : sizeOfBody(given[0])
    const mayWait = opened.isAsync && (delayMs > 0 || (end?.type === 'fail' && end.how === 'timeout'))
    const copy = mayWait ? given.map(copyOfBody) : given
    const emulated = this.emulated = new EmulatedXhr(xhr, opened, bytes, {
      wait: (ms, rest) => this.rulings.link.wait(this.picked, ms, isRuled => isRuled ? rest() : this.giveBack(copy, false)),
      done: this.done
    })
    this.undo.push(show(xhr, emulatedProperties(emulated)))
    if (end?.type === 'respond') emulated.respond(end.answer, delayMs)
    else if (end) emulated.fail(ENDINGS[end.how], delayMs)
    else emulated.hold(delayMs, () => this.giveBack(copy, true))
  }

  /** Called with the arguments of open(), before the browser's own. */
  beforeOpen (args: unknown[], open: Function): void {
    this.changed?.beforeOpen(args, open)
  }

  /** The page has opened it again. */
  end (): void {
    const { emulated } = this
    const { readyState } = emulated ?? {}
    this.changed?.end()
    emulated?.end()
    this.unshow()
    this.done()
    // The browser's part of it was open all the time, so it dispatches nothing.
    if (emulated && readyState !== 1) dispatch(this.xhr, new Event('readystatechange'))
  }

  /** Called at the end, or when the browser sends it. */
  atEnd (undo: () => void): void {
    this.undo.push(undo)
  }

  // JSON and documents are recorded as they came; other types are recorded as the page reads them.
  private get parsedBody (): BodyRecord | undefined {
    const { seen } = this.emulated ?? this.changed ?? {}
    if (!seen?.bytes.length || !/^(?:json|document)$/.test(this.xhr.responseType)) return undefined
    const body = bodyOf(seen.bytes, seen.header('content-type') ?? '', this.rulings.running.recorder.bodyBytes)
    return body && 'then' in body ? undefined : body
  }

  // The browser sends it from now on.
  private giveBack (args: unknown[], isRuled: boolean): void {
    if (!isRuled) this.ruling.note('the rule ended while the request waited, so the request was made without it')
    const { xhr, emulated } = this
    this.emulated = undefined
    this.unshow()
    emulated?.end()
    if (emulated && xhr.timeout > 0) this.undo.push(timeoutSince(xhr, emulated.waitedMs))
    this.sendNow(args, isRuled)
  }

  private sendNow (args: unknown[], isRuled: boolean): void {
    const { xhr, opened, picked, ruling, rulings: { link, running } } = this
    const changes = isRuled ? picked.changes : []
    const responses = changes.flatMap(({ response }) => response ?? [])
    if (responses.length > 0) this.changed = new ChangedXhr(xhr, opened, responses, link.bodies, ruling, running.recorder.bodyBytes)
    if (this.changed) xhr.addEventListener('loadend', this.done, { once: true })
    else this.done()
    sendChanged(xhr, opened, this.headers, args, changes.flatMap(({ request }) => request ?? []), link.bodies, this.native)
  }

  private unshow (): void {
    for (const undo of this.undo.splice(0)) undo()
  }
}

// The timeout of the page counts from its send(), that of the browser from now.
function timeoutSince (xhr: XMLHttpRequest, waitedMs: number): () => void {
  const native = nativeOf('timeout')
  let { timeout } = xhr
  const set = (ms: number) => native.set?.(xhr, ms > 0 ? Math.max(1, ms - waitedMs) : 0)
  set(timeout)
  return show(xhr, {
    timeout: {
      get: () => timeout,
      set (_, value) {
        // The browser converts it.
        native.set?.(xhr, value)
        timeout = native.get(xhr) as number
        set(timeout)
      }
    }
  })
}
