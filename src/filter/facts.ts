// What queries ask of an entry and what takes time to find out, kept for as long as the entry itself is. An entry that changes is a new object.
import { addressOf, type Address } from '../exchange/address.js'
import { applicationCodeOf } from '../exchange/application-code.js'
import { requestBodyOf, responseBodyOf, type Body } from '../exchange/body.js'
import { kindOf, type Kind } from '../exchange/kind.js'
import { isError } from '../exchange/outcome.js'
import { pathPatternOf } from '../exchange/path-pattern.js'
import { statusOf, type Status } from '../exchange/status.js'
import type { Entry } from '../schema/entry.js'

const known = new WeakMap<Entry, Facts>()

export function factsOf (entry: Entry): Facts {
  let facts = known.get(entry)
  if (!facts) known.set(entry, facts = new Facts(entry))
  return facts
}

/** The bodies without base64, in which any short word would be found. Most entries have none, and need no facts for that. */
export function wordsOf (entry: Entry): Words {
  return entry.request.startsWith('data:') || entry.response.startsWith('data:') ? factsOf(entry).words : entry
}

type Words = Pick<Entry, 'request' | 'response'>

class Facts {
  readonly #entry: Entry
  #address: Address | undefined
  #pattern: string | undefined
  #response: { mediaType: string, size: number } | undefined
  #kind: Kind | undefined
  #isError: boolean | undefined
  // Null is known to be none.
  #status: Status | null | undefined
  #code: string | null | undefined
  #words: Words | undefined

  constructor (entry: Entry) {
    this.#entry = entry
  }

  get address (): Address {
    this.#address ??= addressOf(this.#entry)
    return this.#address
  }

  /** The path, in which ids are `*`. */
  get pattern (): string {
    this.#pattern ??= pathPatternOf(this.address.path)
    return this.#pattern
  }

  get status (): Status | undefined {
    if (this.#status === undefined) this.#status = statusOf(this.#entry.responseHeader) ?? null
    return this.#status ?? undefined
  }

  get code (): string | undefined {
    if (this.#code === undefined) this.#code = applicationCodeOf(this.#entry) ?? null
    return this.#code ?? undefined
  }

  get kind (): Kind {
    this.#kind ??= kindOf(this.#entry)
    return this.#kind
  }

  get isError (): boolean {
    this.#isError ??= isError(this.#entry)
    return this.#isError
  }

  /** Of the response. */
  get body (): { mediaType: string, size: number } {
    if (!this.#response) {
      const { mediaType, size } = responseBodyOf(this.#entry)
      this.#response = { mediaType, size }
    }
    return this.#response
  }

  get words (): Words {
    this.#words ??= { request: withoutBase64(requestBodyOf(this.#entry)), response: withoutBase64(responseBodyOf(this.#entry)) }
    return this.#words
  }
}

function withoutBase64 ({ text, base64 }: Body): string {
  return base64 === undefined ? text : text.slice(0, text.indexOf(',') + 1)
}
