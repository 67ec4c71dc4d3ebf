// A request of undici to which a rule applied. Its record begins when the app makes the request, and shows the response that the app gets.
// If undici then sends the request, its diagnostics channels report the request, too; that report must not become a second record.
import type { Original } from '../../../rules/answer.js'
import type { AppliedRule } from '../../../schema/rule.js'
import { reportOriginal, reportRule } from '../core/rules/rule-report.js'
import { quiet } from '../core/host.js'
import { decodedBodyOf } from './body.js'
import { Call } from './call.js'
import { headerOf, rawHeader, type Pairs } from './headers.js'
import { Pieces } from './pieces.js'

/** Limits `expected`: some requests are never made. */
const MAX_EXPECTED = 1000

/** Requests that undici has not reported yet, by method and address. */
const expected: { key: string, call: RuledCall }[] = []

/** What undici reports about a request that it makes. */
export type Reported = Pick<
  Call, 'requestHeaders' | 'sends' | 'note' | 'isAnswered' | 'responseHeaders' | 'receives' | 'end' | 'fail'
>

/** Takes the reports about a request that undici makes now, if it met a rule. */
export function reportedToRule (method: string, url: string): Reported | undefined {
  if (expected.length === 0) return undefined
  const key = `${method} ${url}`
  const n = expected.findIndex(one => one.key === key)
  return n < 0 ? undefined : expected.splice(n, 1)[0]?.call.reported()
}

export class RuledCall extends Call {
  private original: { head: Original, pieces: Pieces } | undefined

  met (applied: AppliedRule): void {
    reportRule(this.exchange, applied)
  }

  /** Calls `run`, which makes the request. */
  sentBy<Result> (method: string, url: string, run: () => Result): Result {
    const one = { key: `${method} ${url}`, call: this }
    if (expected.length >= MAX_EXPECTED) expected.shift()
    expected.push(one)
    try {
      return run()
    } finally {
      this.over = () => {
        const n = expected.indexOf(one)
        if (n >= 0) expected.splice(n, 1)
      }
    }
  }

  /** Only what was sent is recorded as undici reports it: the app may get another response. */
  reported (): Reported {
    const nothing = () => {}
    return {
      requestHeaders: (raw, header) => this.requestHeaders(raw, header),
      sends: (chunk, encoding) => this.sends(chunk, encoding),
      note: text => this.note(text),
      isAnswered: false,
      responseHeaders: nothing,
      receives: nothing,
      end: nothing,
      fail: nothing
    }
  }

  /** The head that the app gets. */
  answered (head: Original): void {
    this.responseHeaders(...headOf(head))
  }

  /** Records the response of the server, if a rule changes it. */
  originally (head: Original): void {
    this.original = { head, pieces: new Pieces(this.book.bodyBytes) }
  }

  originallyReceives (chunk: Buffer): void {
    quiet(() => this.original?.pieces.add(chunk))
  }

  override end (note?: string): void {
    const { original } = this
    this.over()
    if (!original) return super.end(note)
    this.original = undefined
    const [raw, header] = headOf(original.head)
    decodedBodyOf(original.pieces, header, this.book.bodyBytes, body => {
      quiet(() => reportOriginal(this.exchange, raw, body))
      super.end(note)
    })
  }

  override fail (reason: unknown): void {
    this.over()
    super.fail(reason)
  }

  private over = (): void => {}
}

function headOf ({ status, statusText, headers }: Original) {
  const pairs: Pairs = headers.flatMap(([name, value]) => [name, value])
  return [rawHeader(`HTTP/1.1 ${status} ${statusText}`.trimEnd(), pairs), headerOf(pairs)] as const
}
