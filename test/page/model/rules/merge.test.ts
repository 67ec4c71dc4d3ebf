// Two viewers who edit one rule at the same time: the changes of both are kept, and only a member that both changed to different values is
// a conflict.
import t from 'tap'
import type { Rule } from '../../../../src/schema/rule.js'
import { merged } from '../../../../src/web/viewer/model/rules/merge.js'
import { editing } from '../../../../src/web/viewer/model/rules/rule-changes.js'

const base: Rule = {
  id: 'r-1',
  name: 'pay',
  enabled: true,
  match: 'path:=/pay',
  action: { type: 'respond', status: 200, body: { text: '{}' } },
  expires: 1000
}

t.test('changes of different members, also within the action, are both kept', async t => {
  const { rule, theirs, clashes } = merged(
    base,
    { ...base, action: { type: 'respond', status: 503, body: { text: '{}' } } },
    { ...base, enabled: false, times: 2, action: { type: 'respond', status: 200, body: { text: '{"a":1}' } } }
  )
  t.same(clashes, [])
  t.same(rule, {
    name: 'pay',
    enabled: false,
    match: 'path:=/pay',
    times: 2,
    action: { type: 'respond', status: 503, body: { text: '{"a":1}' } },
    expires: 1000
  })
  t.same(theirs.map(({ name, isClash }) => [name, isClash]), [['enabled', false], ['action.body', false], ['times', false]])
})

t.test('what both changed differently is a clash, and what both changed to the same is none', async t => {
  const mine = { ...base, name: 'mine', match: 'path:/pay' }
  const { clashes, rule } = merged(base, mine, { ...base, name: 'theirs', match: 'path:/pay' })
  t.same(clashes, ['name'])
  t.equal(rule.name, 'mine')
})

t.test('a member that the others removed is removed, and one that I removed stays removed', async t => {
  const limited = { ...base, times: 3, chance: 50 }
  const { times: _, ...mine } = limited
  const { chance: __, ...theirs } = limited
  const { rule, clashes } = merged(limited, mine, theirs)
  t.same(clashes, [])
  t.notOk('times' in rule || 'chance' in rule)
})

t.test('another kind of action replaces the whole action', async t => {
  const { rule, clashes } = merged(base, { ...base, action: { type: 'fail', how: 'network' } }, { ...base, name: 'theirs' })
  t.same(clashes, [])
  t.same(rule.action, { type: 'fail', how: 'network' })
  t.equal(rule.name, 'theirs')
  t.same(merged(base, { ...base, action: { type: 'pass' } }, { ...base, action: { type: 'respond', status: 500 } }).clashes, ['action'])
})

t.test('a new end takes precedence over an end that the others changed', async t => {
  const { rule, clashes } = merged(base, { ...base, lifetimeMs: 60_000 }, { ...base, expires: 5000 })
  t.same(clashes, [])
  t.equal(rule.lifetimeMs, 60_000)
})

t.test('an edit keeps what others changed elsewhere in the list, and is refused if the rule is gone or clashes', async t => {
  const other: Rule = { ...base, id: 'r-2' }
  const edited = { ...base, name: 'mine' }
  t.same(editing(base, edited)([other, { ...base, enabled: false }], true), {
    off: true, rules: [other, { ...edited, enabled: false }]
  })
  t.throws(() => editing(base, edited)([other], false), { message: 'The rule was deleted meanwhile' })
  t.throws(() => editing(base, edited)([{ ...base, name: 'theirs' }], false), { message: 'The rule was changed meanwhile' })
})
