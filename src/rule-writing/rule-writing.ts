// Writes the rules that a viewer gives: reads them, copies the bodies of recorded entries, and tries again if another write was faster.
import { hash, randomBytes } from 'node:crypto'
import { ApiError } from '../errors.js'
import type { Collected } from '../http/intake/collect.js'
import { wholeBody } from '../rules/recorded-response.js'
import { RuleRefusal, savedRules, type SavedRules, type SaveParts } from '../rules/saved-rules.js'
import { RULE_LIMITS, type GivenRules, type RulesReply } from '../schema/rule.js'
import type { EntryStore } from '../store/entries.js'
import type { FieldName } from '../store/fields.js'
import type { RuleStore } from '../store/rules.js'
import { EDITING_MS } from '../store/rules-note.js'
import { RulesReading } from './rules-reading.js'

/** `written`: false if `expected` was not the current version. */
export interface WriteResult { written: boolean, current: RulesReply }

const MAX_TRIES = 5
/** The fields from which the body of a response is read. */
const FIELDS: FieldName[] = ['id', 'method', 'response', 'responseHeader', 'note']
/** A body at its limit, as a `data:` URL: the most bytes that a recorded response may have. */
const MAX_RECORDED = Math.ceil(RULE_LIMITS.bodyBytes / 3) * 4 + 300
const FASTER = 'Other clients are writing the rules of this session; try again'

export class RuleWriting {
  /** Writes of this replica since it started: stored; based on an older version; not valid. */
  readonly tally = { stored: 0, conflict: 0, refused: 0 }

  constructor (
    private readonly rules: RuleStore,
    private readonly entries: EntryStore,
    private readonly reading = new RulesReading()
  ) {}

  /** Checks the body of a write, all but what depends on the session. Rejects as `write` does. */
  async read (body: Collected): Promise<GivenRules> {
    try {
      return 'small' in body ? this.reading.here(body.small) : await this.reading.inThread(body.large)
    } catch (error) {
      throw this.counted(error)
    }
  }

  /**
   * Replaces the rules of a session. `isExpected`: whether the write may replace this version. Rejects with `bad_request` and a sentence
   * that names the rule and its member.
   */
  async write (session: string, given: GivenRules, isExpected: (version: string) => boolean): Promise<WriteResult> {
    const responseOf = onceEach(id => this.responseOf(session, id))
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const known = await this.rules.read(session)
      if (!isExpected(known.version)) {
        this.tally.conflict++
        return { written: false, current: known }
      }
      const saved = await this.saved(given, known, responseOf)
      const version = await this.rules.write(session, known, saved)
      if (version === undefined) continue
      this.tally.stored++
      // A version begins with the time of its write.
      const { off, rules } = saved
      return { written: true, current: { version, off, rules, now: Number.parseInt(version), holdMs: EDITING_MS } }
    }
    throw new ApiError('unavailable', FASTER)
  }

  private async saved (given: GivenRules, known: RulesReply, responseOf: SaveParts['responseOf']): Promise<SavedRules> {
    try {
      return await savedRules(given, { known, nowMs: known.now, newId, nameOf, responseOf })
    } catch (error) {
      throw this.counted(error instanceof RuleRefusal ? new ApiError('bad_request', error.message) : error)
    }
  }

  async close (): Promise<void> {
    await this.reading.close()
  }

  private counted (error: unknown): unknown {
    if (error instanceof ApiError && error.code === 'bad_request') this.tally.refused++
    return error
  }

  private async responseOf (session: string, id: string): ReturnType<SaveParts['responseOf']> {
    const { pages } = this.entries
    const ref = await pages.find(session, id)
    // An entry may be a thousand times as large as the body of a rule.
    if (ref && ref.bytes > MAX_RECORDED && await pages.bytesOf(session, ref, 'response') > MAX_RECORDED) return 'too large'
    const [entry] = ref ? await pages.read(session, [ref], FIELDS) : []
    if (entry?.id !== id) return undefined
    const body = wholeBody(entry)
    return body && ('text' in body || 'base64' in body) ? body : { text: '' }
  }
}

/** Many rules may name one entry, and a write may need several tries. */
function onceEach<Value> (read: (id: string) => Promise<Value>): (id: string) => Promise<Value> {
  const reads = new Map<string, Promise<Value>>()
  return id => {
    const known = reads.get(id) ?? read(id)
    reads.set(id, known)
    return known
  }
}

function newId (): string {
  return `r-${randomBytes(6).toString('hex')}`
}

function nameOf (bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex').slice(0, 32)
}
