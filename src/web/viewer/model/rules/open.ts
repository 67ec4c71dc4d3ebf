// Which part of the rules the page shows: their list, or one of them in the editor.
import type { Obstacle } from '../../../../rules/from-entry.js'
import type { GivenRule, Rule } from '../../../../schema/rule.js'
import type { RuleDraft } from './draft.js'

export type { Obstacle }

export type RulesOpen = { at: 'list' } | RuleOpen

export interface RuleOpen {
  at: 'editor'
  rule: GivenRule
  /** The rule as it was stored; undefined for a new one. */
  base?: Rule | undefined
  /** The edits that a person made before. */
  draft?: RuleDraft | undefined
  /** Why the recorded response cannot be repeated as it was. */
  obstacle?: Obstacle | undefined
  /** The size of the body that is copied from an entry. */
  bytes?: number | undefined
  /** Whether the editor was opened from the list, and leads back to it. */
  isWithin?: boolean
}
