// Changes to the list of rules: each is applied to the list as it is when the change is stored.
import t from 'tap'
import type { GivenRules, Rule } from '../../../../src/schema/rule.js'
import {
  adding, appending, doTheSame, editing, lastingFrom, moving, newId, removing, restoring, switching, switchingAll
} from '../../../../src/web/viewer/model/rules/rule-changes.js'

const rule = (id: string): Rule => ({ id, name: id, enabled: true, match: '', action: { type: 'pass' }, expires: 1000 })
const list = ['a', 'b', 'c'].map(rule)
const ids = ({ rules }: GivenRules) => rules.map(({ id }) => id)

t.test('a new rule is tried first, imported ones last, and a change never switches all rules on', async t => {
  t.same(ids(adding(rule('n'))(list, false)), ['n', 'a', 'b', 'c'])
  t.same(ids(adding(rule('b'))(list, false)), ['b', 'a', 'c'], 'a second press does not add it twice')
  t.same(ids(appending([rule('x'), rule('y')])(list, false)), ['a', 'b', 'c', 'x', 'y'])
  for (const change of [adding(rule('n')), appending([]), removing('a'), restoring(rule('a'), 'b'), switching('a', true), moving('a', 1)]) {
    t.equal(change(list, true).off, true)
  }
})

t.test('a rule is moved to an index, and only if it still exists', async t => {
  t.same(ids(moving('a', 2)(list, false)), ['b', 'c', 'a'])
  t.same(ids(moving('c', 0)(list, false)), ['c', 'a', 'b'])
  t.same(ids(moving('gone', 0)(list, false)), ['a', 'b', 'c'])
})

t.test('a deleted rule comes back to its place, or to the end if its neighbor is gone', async t => {
  const without = list.filter(({ id }) => id !== 'b')
  t.same(ids(restoring(rule('b'), 'c')(without, false)), ['a', 'b', 'c'])
  t.same(ids(restoring(rule('b'), 'gone')(without, false)), ['a', 'c', 'b'])
  t.same(ids(restoring(rule('b'), undefined)(list, false)), ['a', 'c', 'b'], 'it is never in the list twice')
})

t.test('switching changes one rule; switching all off keeps them', async t => {
  t.same(switching('b', false)(list, false).rules.map(({ enabled }) => enabled), [true, false, true])
  t.same(switchingAll(true)(list, false), { off: true, rules: list })
})

t.test('an edited rule that has ended lasts again, whether it is replaced or saved as a new one; others keep their ends', async t => {
  const [edited] = editing(rule('a'), lastingFrom({ ...rule('a'), name: 'new' }, 1000))(list, false).rules
  t.match(edited, { id: 'a', name: 'new', lifetimeMs: 3_600_000 })
  t.match(adding({ ...lastingFrom(rule('n'), 2000), id: 'n' })(list, false).rules[0], { lifetimeMs: 3_600_000 })
  t.same(lastingFrom(rule('a'), 999), rule('a'))
  t.same(lastingFrom({ ...rule('a'), lifetimeMs: 5 }, 2000), { ...rule('a'), lifetimeMs: 5 })
})

t.test('ids are of the allowed form and differ; two rules do the same whatever their ids and ends', async t => {
  const made = new Set(Array.from({ length: 200 }, newId))
  t.equal(made.size, 200)
  t.ok([...made].every(id => /^[A-Za-z0-9_-]{1,64}$/.test(id)))
  t.ok(doTheSame(rule('a'), { ...rule('a'), id: 'b', expires: 7 }))
  t.notOk(doTheSame(rule('a'), { ...rule('a'), times: 1 }))
})
