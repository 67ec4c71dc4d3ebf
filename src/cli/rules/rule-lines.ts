// Rules as text: one line for each, in the order in which they are tried.
import type { Rule, RuleAction, RulesReply, Wait } from '../../schema/rule.js'
import { durationText } from '../../text/duration.js'
import { visible } from '../../text/visible.js'
import type { Colors } from '../colors.js'

export function rulesText ({ rules, off, now }: RulesReply, session: string, colors: Colors): string {
  if (rules.length === 0) return 'There are no rules.\n'
  const rows = rules.map(rule => [rule.id, visible(rule.name), doesText(rule), visible(rule.match) || 'every request', endsText(rule, now)])
  const widths = [0, 1, 2, 3].map(column => Math.min(60, Math.max(...rows.map(row => row[column]?.length ?? 0))))
  const lines = rows.map((row, n) => {
    const line = row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()
    return off || !rules[n]?.enabled ? colors.faint(`${line}, off`) : line
  })
  return [...off ? [offText(session)] : [], ...lines].map(line => `${line}\n`).join('')
}

/** The sentence for a session whose rules are all off. */
export function offText (session: string): string {
  return `All rules are off. To switch them on: earshot rules on ${session}`
}

/** What a rule does, and how often. */
export function doesText ({ action, times, chance }: Pick<Rule, 'action' | 'times' | 'chance'>): string {
  return [
    actionText(action),
    ...times === undefined ? [] : [times === 1 ? 'once' : `${times} times`],
    ...chance === undefined ? [] : [`${chance}% of matching requests`]
  ].join(', ')
}

function actionText (action: RuleAction): string {
  switch (action.type) {
    case 'respond': return `answer ${action.status}${action.delayMs === undefined ? '' : ` after ${waitText(action.delayMs)}`}`
    case 'fail': return { network: 'fail', timeout: 'never answer', abort: 'abort' }[action.how]
    case 'delay': return `wait ${waitText(action.ms)}`
    case 'change': return `change ${['request', 'response'].filter(side => side in action).join(' and ')}`
    case 'pass': return 'pass'
  }
}

function waitText (wait: Wait): string {
  return typeof wait === 'number' ? durationText(wait) : wait.map(ms => durationText(ms)).join(' to ')
}

function endsText ({ expires }: Rule, now: number): string {
  return `ends in ${Math.max(1, Math.round((expires - now) / 60_000))} min`
}
