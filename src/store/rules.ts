// RuleStore: the rules of every session. The list is written as a whole, and only if it is based on the current version.
import { answered, run, type Argument, type Commands } from '../redis/commands.js'
import type { Rule, RulesReply } from '../schema/rule.js'
import { keysOf, writtenKeys } from './keys.js'
import { writingConstants, type SessionLimits } from './limits.js'
import { EDITING_MS, readNote, type RulesNote } from './rules-note.js'
import { decodeRules } from './rules-codec.js'
import { loadScript } from './scripts.js'
import type { Due, Sweeper } from './sweeper.js'

/** A list of rules as it is stored. */
export interface NewRules {
  off: boolean
  rules: Rule[]
  /** Large bodies by the names that the rules have for them; undefined: it is stored already, and stays. */
  bodies: Map<string, Uint8Array | undefined>
}

type Read = [seconds: string, microseconds: string, noted: string | null, off?: string | null, rules?: string | null]

const readScript = loadScript('read-rules')
const editingScript = loadScript('editing')

export class RuleStore {
  private readonly scripts

  /** `sweeper`: continues the work that a write leaves over. */
  constructor (
    private readonly redis: Commands,
    limits: Pick<SessionLimits, 'retentionMs' | 'maxSessionBytes'>,
    private readonly sweeper: Pick<Sweeper, 'tell'>
  ) {
    const constants = writingConstants(limits)
    this.scripts = { rules: loadScript('rules', constants), rest: loadScript('rules-rest', constants) }
  }

  /** Without rules that have ended. A session without rules has the version '0'. */
  async read (session: string): Promise<RulesReply> {
    return rulesIn(await this.ask(session, ''))
  }

  /** The rules if they have another version than `known`; else only what is told to recorders. */
  async readAfter (session: string, known: string): Promise<RulesReply | RulesNote> {
    const read = await this.ask(session, known)
    const note = noteIn(read)
    return note.version === known ? note : rulesIn(read)
  }

  /** What is told to recorders. */
  async note (session: string): Promise<RulesNote> {
    return noteIn(await this.ask(session))
  }

  /** The large body with this name; undefined if no rule has it. */
  async body (session: string, name: string): Promise<Buffer | undefined> {
    const { rules } = keysOf(session)
    return await answered(this.redis, 'hget', this.redis.hgetBuffer(rules, `body:${name}`)) ?? undefined
  }

  /**
   * Resolves with the new version; undefined if the rules are no longer those of the version `base`: then nothing was written. Viewers are
   * expected to edit rules for another minute.
   */
  async write (session: string, base: string, { off, rules, bodies }: NewRules): Promise<string | undefined> {
    const staying: string[] = []
    const given: Argument[] = []
    for (const [name, body] of bodies) {
      staying.push(name)
      if (body) given.push(name, Buffer.from(body.buffer, body.byteOffset, body.byteLength))
    }
    const rest = off || !rules.some(({ enabled }) => enabled)
    const script = rest ? this.scripts.rest : this.scripts.rules
    const args = [base, off ? '1' : '', JSON.stringify(rules), EDITING_MS, staying.join(' '), ...given]
    const [version, due] = await run(this.redis, script, writtenKeys(keysOf(session)), ...args) as [string | null, Due]
    if (due) this.sweeper.tell(session)
    return version ?? undefined
  }

  /** A viewer has the rules open. */
  async noteEditing (session: string): Promise<void> {
    await run(this.redis, editingScript, writtenKeys(keysOf(session)), EDITING_MS)
  }

  private async ask (session: string, ...known: string[]): Promise<Read> {
    const { meta, rules } = keysOf(session)
    return await run(this.redis, readScript, [meta, rules], ...known) as Read
  }
}

function noteIn ([seconds, microseconds, noted]: Read): RulesNote {
  return readNote(noted, Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000))
}

function rulesIn (read: Read): RulesReply {
  const { version, holdMs, now } = noteIn(read)
  const [, , , off = null, rules = null] = read
  // Without a version, the list is of an earlier session with this id, which a replica of an older version did not delete.
  const list = version === '0' ? { off: false, rules: [] } : decodeRules(off, rules)
  return { version, off: list.off, rules: list.rules.filter(({ expires }) => expires > now), now, holdMs }
}
