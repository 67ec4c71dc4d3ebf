// RuleStore: the rules of every session. The list is written as a whole, and only if it is based on the current version.
import { ApiError } from '../errors.js'
import { replyOf, run, type Argument, type Commands } from '../redis/commands.js'
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

type RulesRow = [seconds: string, microseconds: string, noted: string | null, off?: string | null, rules?: string | null]

const readScript = loadScript('read-rules')
const editingScript = loadScript('note-editing')

export class RuleStore {
  private readonly scripts

  /** `sweeper`: continues the work that a write leaves over. */
  constructor (
    private readonly redis: Commands,
    limits: Pick<SessionLimits, 'retentionMs' | 'maxSessionBytes'>,
    private readonly sweeper: Pick<Sweeper, 'schedule'>
  ) {
    const constants = writingConstants(limits)
    this.scripts = { rules: loadScript('rules', constants), off: loadScript('rules-off', constants) }
  }

  /** Without rules that have ended. The version is '0' only if no rules were ever written: an empty list has a version, too. */
  async read (session: string): Promise<RulesReply> {
    return rulesIn(await this.ask(session, ''))
  }

  /** The rules if they have another version than `known`; else only what recorders get. */
  async readAfter (session: string, known: string): Promise<RulesReply | RulesNote> {
    const read = await this.ask(session, known)
    const note = noteIn(read)
    return note.version === known ? note : rulesIn(read)
  }

  /** What recorders get in the replies to their writes. */
  async readNote (session: string): Promise<RulesNote> {
    return noteIn(await this.ask(session))
  }

  /** The large body with this name; undefined if no rule has it. */
  async body (session: string, name: string): Promise<Buffer | undefined> {
    const { rules } = keysOf(session)
    return await replyOf(this.redis, 'hget', this.redis.hgetBuffer(rules, `body:${name}`)) ?? undefined
  }

  /**
   * Resolves with the new version; undefined if the rules are no longer the known ones: then nothing was written. Viewers are expected to
   * edit rules for another minute. `known`: as they were read.
   */
  async write (session: string, known: Pick<RulesReply, 'version' | 'rules'>, given: NewRules): Promise<string | undefined> {
    const { off, rules, bodies } = given
    const names: string[] = []
    const newBodies: Argument[] = []
    for (const [name, body] of bodies) {
      names.push(name)
      if (body) newBodies.push(name, Buffer.from(body.buffer, body.byteOffset, body.byteLength))
    }
    const script = isSwitchedOff(given, known) ? this.scripts.off : this.scripts.rules
    const args = [known.version, off ? '1' : '', JSON.stringify(rules), EDITING_MS, names.join(' '), ...newBodies]
    const [version, due] = await run(this.redis, script, writtenKeys(keysOf(session)), ...args) as [string | null, Due]
    if (due) this.sweeper.schedule(session)
    return version ?? undefined
  }

  /** Notes that a viewer has the rules open. A full Redis cannot store the note: then apps learn of changes by their next poll. */
  async noteEditing (session: string): Promise<void> {
    try {
      await run(this.redis, editingScript, writtenKeys(keysOf(session)), EDITING_MS)
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'storage_full')) throw error
    }
  }

  private async ask (session: string, ...known: string[]): Promise<RulesRow> {
    const { meta, rules } = keysOf(session)
    return await run(this.redis, readScript, [meta, rules], ...known) as RulesRow
  }
}

// Whether none of these rules applies, and they take no more room than the known ones: then a full Redis stores them, too.
function isSwitchedOff ({ off, rules, bodies }: NewRules, known: Pick<RulesReply, 'version' | 'rules'>): boolean {
  const noneApplies = off || !rules.some(({ enabled }) => enabled)
  return noneApplies && known.version !== '0' && ![...bodies.values()].some(body => body) && roomOf(rules) <= roomOf(known.rules)
}

// In bytes; as if all were enabled, because a rule that is switched off takes one byte more.
function roomOf (rules: Rule[]): number {
  return Buffer.byteLength(JSON.stringify(rules.map(rule => ({ ...rule, enabled: true }))))
}

function noteIn ([seconds, microseconds, noted]: RulesRow): RulesNote {
  return readNote(noted, Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000))
}

function rulesIn (read: RulesRow): RulesReply {
  const { version, holdMs, now } = noteIn(read)
  const [, , , off = null, rules = null] = read
  // Version '0' beside a list: the list is left from an earlier session; an older Earshot did not delete it.
  const list = version === '0' ? { off: false, rules: [] } : decodeRules(off, rules)
  return { version, off: list.off, rules: list.rules.filter(({ expires }) => expires > now), now, holdMs }
}
