// Finds the rules for a request of the page, if the page has opted in to rules for the host of the request, and reports to the recorder
// what the rules did.
import type { StartingRequest } from '../../../../rules/starting-request.js'
import type { Picked } from '../../../../rules/rule-book.js'
import type { BodyRecord } from '../../core/body.js'
import type { Exchange } from '../../core/exchange.js'
import { quiet } from '../../core/host.js'
import type { LateText } from '../../core/late-text.js'
import { isOwn } from '../../core/own.js'
import type { RulesLink } from '../../core/rules/link.js'
import { reportOriginal, reportRule } from '../../core/rules/rule-report.js'
import type { Running } from '../page-earshot.js'
import { hostTest } from '../../core/rules/hosts.js'

/** The rules that apply to one request, and the reports about them to the recorder. */
export class Ruling {
  private exchange: Exchange | undefined
  private readonly early: ((exchange: Exchange) => void)[] = []

  /** `picked`: undefined if no rule applies, and there is only something to note. */
  constructor (readonly picked: Picked | undefined) {
    if (picked) this.tell(exchange => reportRule(exchange, picked.applied))
  }

  /** The request is recorded. */
  begun (exchange: Exchange): void {
    this.exchange = exchange
    for (const tell of this.early) tell(exchange)
  }

  note (text: string): void {
    this.tell(exchange => exchange.note(text))
  }

  /** Reports the response of the server. `body`: undefined if no rule changed it. */
  original (header: LateText, body: BodyRecord | undefined): void {
    this.tell(exchange => reportOriginal(exchange, header, body))
  }

  /** The body that is recorded as the response, if the page gets it in another form, such as parsed JSON. It is asked for at the end. */
  gives (body: () => BodyRecord | undefined): void {
    this.tell(exchange => {
      const end = exchange.end.bind(exchange)
      exchange.end = result => {
        const response = quiet(body)
        end(response ? { ...result, response, note: undefined } : result)
      }
    })
  }

  private tell (tell: (exchange: Exchange) => void): void {
    if (this.exchange) quiet(() => tell(this.exchange as Exchange))
    else this.early.push(tell)
  }
}

export class Rulings {
  private readonly allows: (url: string) => boolean
  private readonly base: string
  private readonly ignore: ((url: string) => boolean) | undefined
  private readonly source: string | undefined
  /** The ruling for the request that the page is about to make, until its record begins. */
  private found: { url: string, ruling: Ruling } | undefined

  constructor (readonly running: Running, readonly link: RulesLink) {
    const { options, service } = running
    this.allows = hostTest(options.rules)
    this.base = service.base
    this.ignore = options.ignore
    this.source = options.source
    this.watchRecords(running.recorder)
  }

  /** The page calls a function that makes a request. */
  forget (): void {
    this.found = undefined
  }

  /** undefined if there is nothing to do and nothing to note. If the recorder records the request next, the rule is reported to it. */
  find (asked: StartingRequest): Ruling | undefined {
    const { url } = asked
    // Requests of the recorder itself, and those that the app hides from viewers, are left alone.
    if (isOwn(this.base, url) || !this.allows(url) || quiet(() => this.ignore?.(url))) return undefined
    const unsure: string[] = []
    const picked = this.link.pick(this.source === undefined ? asked : withSource(asked, this.source), rule => unsure.push(rule.name))
    if (!picked && unsure.length === 0) return undefined
    const ruling = new Ruling(picked)
    if (unsure.length > 0) {
      ruling.note(`unknown whether these rules match, because the body was not read or is too long: ${unsure.join(', ')}`)
    }
    this.found = { url, ruling }
    return ruling
  }

  private watchRecords (recorder: Running['recorder']): void {
    const begin = recorder.begin.bind(recorder)
    recorder.begin = start => {
      const exchange = begin(start)
      if (this.found?.url === start.api) this.found.ruling.begun(exchange)
      this.forget()
      return exchange
    }
  }
}

/** The body of `asked` may be a getter, which is called only if a rule asks for it. */
function withSource (asked: StartingRequest, source: string): StartingRequest {
  return Object.defineProperty(asked, 'source', { value: source })
}
