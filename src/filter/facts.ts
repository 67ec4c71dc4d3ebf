// The facts that queries need about an entry, if they take time to compute. They are cached as long as the entry exists; a changed entry is
// a new object. The one rule: no cached text may be a slice of a long text, because a browser would keep the whole long text in memory.
import { addressOf, type Address } from '../exchange/address.js'
import { requestBodyOf, responseBodyOf, type Body } from '../exchange/body.js'
import { detached, Pool, shared } from '../exchange/detached.js'
import { fingerprint } from '../exchange/fingerprint.js'
import type { GraphqlOperation } from '../exchange/graphql-operations.js'
import { graphqlOperationOf } from '../exchange/graphql.js'
import { isWhole, longTextOf, type ListedEntry, type KeptFacts, type WholeEntry } from '../exchange/held.js'
import { kindOf, type Kind } from '../exchange/kind.js'
import { verdictFrom, type Codes, type Evidence, type Verdict } from '../exchange/outcome.js'
import { splitName } from '../exchange/path-parts.js'
import { pathPatternOf } from '../exchange/path-pattern.js'
import { replyOf, type Reply } from '../exchange/reply.js'
import { statusOf, type Status } from '../exchange/status.js'

export function factsOf (entry: ListedEntry): Facts {
  return FactsOfEntry.of(entry)
}

/** The bodies without base64, in which almost any short word would match. Most entries have no base64, so a quick check is enough. */
export function wordsOf (entry: ListedEntry): Words {
  const [request, response] = [longTextOf(entry, 'request'), longTextOf(entry, 'response')]
  if (isWhole(entry) && !request.startsWith('data:') && !response.startsWith('data:')) return entry
  const { wordEnds } = factsOf(entry)
  return { request: request.slice(0, wordEnds.request), response: response.slice(0, wordEnds.response) }
}

/** The facts that stay when the long texts of an entry are dropped. */
export function keptFactsOf (entry: WholeEntry): KeptFacts {
  const { request, response, pageParams, storage } = entry
  const { operation, reply, kind, body } = factsOf(entry)
  return {
    lengths: { request: request.length, response: response.length, pageParams: pageParams.length, storage: storage.length },
    fingerprint: fingerprint(request),
    operation,
    reply,
    kind,
    body
  }
}

class FieldsOnEntry {
  // The fields of a class that extends this one become fields of the given object.
  constructor (entry: ListedEntry) { return entry }
}

/**
 * Keeps the facts of an entry in a private field of the entry itself, which a copy of it does not get. In a WeakMap, the facts of 100,000
 * entries would block a page for a tenth of a second each time garbage is collected.
 */
class FactsOfEntry extends FieldsOnEntry {
  readonly #facts: Facts

  constructor (entry: ListedEntry) {
    super(entry)
    this.#facts = new Facts(entry)
  }

  static of (entry: ListedEntry): Facts {
    return #facts in entry ? entry.#facts : (new FactsOfEntry(entry)).#facts
  }
}

type KindAndBody = Pick<KeptFacts, 'kind' | 'body'>
type Words = Record<'request' | 'response', string>

class Facts implements Evidence {
  readonly #entry: ListedEntry
  #address: Address | undefined
  #pattern: string | undefined
  #name: string | undefined
  #cachedKindAndBody: KindAndBody | undefined
  // Null means that there is none; undefined, that it is not known yet.
  #status: Status | null | undefined
  #reply: Reply | null | undefined
  #operation: GraphqlOperation | null | undefined
  #wordEnds: Record<keyof Words, number | undefined> | undefined

  constructor (entry: ListedEntry) {
    this.#entry = entry
  }

  /** Computes in advance, while nobody waits, the facts that tables need for all entries at once. */
  prepare (): readonly unknown[] {
    return [this.name, this.status, this.code, this.body]
  }

  get address (): Address {
    this.#address ??= withSharedTexts(addressOf(this.#entry))
    return this.#address
  }

  /** The path, with `*` in place of ids. */
  get pattern (): string {
    this.#pattern ??= shared(pathPatternOf(this.address.path))
    return this.#pattern
  }

  /** The name of the GraphQL operation; otherwise the end of the path. */
  get name (): string {
    const { operation, address, pattern } = this
    this.#name ??= shared(operation ? operation.name || operation.kind : splitName(address.path, pattern)[1])
    return this.#name
  }

  get status (): Status | undefined {
    if (this.#status === undefined) this.#status = pooledStatus(statusOf(this.#entry.responseHeader)) ?? null
    return this.#status ?? undefined
  }

  get reply (): Reply | undefined {
    const entry = this.#entry
    if (this.#reply === undefined) this.#reply = (isWhole(entry) ? pooledReply(replyOf(entry)) : entry.keptFacts.reply) ?? null
    return this.#reply ?? undefined
  }

  /** The application code. */
  get code (): string | undefined {
    return this.reply?.code?.text
  }

  get kind (): Kind {
    return this.#kindAndBody().kind
  }

  verdict (nowMs: number, codes?: Codes): Verdict {
    return verdictFrom(this.#entry, this, nowMs, codes)
  }

  /** The response's body. */
  get body (): { mediaType: string, size: number } {
    return this.#kindAndBody().body
  }

  /** The operation of a GraphQL request. */
  get operation (): GraphqlOperation | undefined {
    if (this.#operation === undefined) this.#operation = operationOf(this.#entry) ?? null
    return this.#operation ?? undefined
  }

  /** Where base64 begins in the bodies that are base64. */
  get wordEnds (): Record<keyof Words, number | undefined> {
    const entry = this.#entry
    this.#wordEnds ??= isWhole(entry)
      ? { request: wordEndOf(requestBodyOf(entry)), response: wordEndOf(responseBodyOf(entry)) }
      : { request: 0, response: 0 }
    return this.#wordEnds
  }

  /** Both at once, because either needs the body, and most entries are asked for both. */
  #kindAndBody (): KindAndBody {
    this.#cachedKindAndBody ??= kindAndBodyOf(this.#entry)
    return this.#cachedKindAndBody
  }
}

// Entries share equal hosts, statuses and codes: with copies of their own, 100,000 entries would take 20 MB more.

const statuses = new Pool<Status>()
const replies = new Pool<Reply>()

function withSharedTexts (address: Address): Address {
  address.scheme = shared(address.scheme)
  address.host = shared(address.host)
  return address
}

function pooledStatus (status: Status | undefined): Status | undefined {
  return status && statuses.first(`${status.version} ${status.code} ${status.text}`, () => ({
    ...status, text: detached(status.text), version: detached(status.version)
  }))
}

/** A reply with an error is not pooled, because its message is its own. */
function pooledReply (reply: Reply | undefined): Reply | undefined {
  return !reply || reply.error ? reply : replies.first(`${reply.code?.name} ${reply.code?.text}`, () => reply)
}

function operationOf (entry: ListedEntry): GraphqlOperation | undefined {
  if (!isWhole(entry)) return entry.keptFacts.operation
  const operation = graphqlOperationOf(entry)
  return operation && { ...operation, name: detached(operation.name) }
}

function kindAndBodyOf (entry: ListedEntry): KindAndBody {
  if (!isWhole(entry)) return entry.keptFacts
  const body = responseBodyOf(entry)
  return { kind: kindOf(entry, body), body: { mediaType: shared(body.mediaType), size: body.size } }
}

function wordEndOf ({ text, base64 }: Body): number | undefined {
  return base64 === undefined ? undefined : text.indexOf(',') + 1
}
