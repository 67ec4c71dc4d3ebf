// How the list of rules reacts if the service refuses access: it asks for a token only if one would help.
import t from 'tap'
import { RULES_OFF } from '../../../../src/schema/rule-limits.js'
import { RuleList } from '../../../../src/web/viewer/model/rules/rule-list.js'
import { switchingAll } from '../../../../src/web/viewer/model/rules/rule-changes.js'
import { Refused } from '../../../../src/web/viewer/model/session/api.js'

const FOREIGN = 'Pages of this origin may not edit rules. The operator can list the origin by name in CORS_ORIGINS, or set RULE_TOKENS'
const OFF = `${RULES_OFF}. The operator can enable them`

interface Refusals { read?: Refused, edit?: Refused, write?: Refused }

function listOf (refusals: Refusals): RuleList {
  return new RuleList({
    async ask (method, _path, _body, options) {
      const refused = method === 'PUT' ? refusals.write : options?.query?.editing ? refusals.edit : refusals.read
      if (refused) throw refused
      return Response.json({ version: '1', off: false, rules: [], now: Date.now(), holdMs: 0 })
    }
  })
}

const change = (list: RuleList) => list.change(switchingAll(true))

t.test('a missing token is asked for; a service that has rules off says so', async t => {
  const tokenless = listOf({ write: new Refused('Send a token', 401) })
  await tokenless.read()
  await t.rejects(change(tokenless), { message: 'Send a token' })
  t.equal(tokenless.needsToken.value, true)
  t.equal(tokenless.refusal.value, undefined)
  const off = listOf({ read: new Refused(OFF, 403), edit: new Refused(OFF, 403) })
  for (const isEditing of [false, true]) {
    await off.read(isEditing)
    t.match(off.access.value, { name: 'off' })
  }
  const offLater = listOf({ write: new Refused(OFF, 403) })
  await offLater.read()
  await t.rejects(change(offLater), { message: OFF })
  t.match(offLater.access.value, { name: 'off' })
})

t.test('a page of another origin reads the rules, and is told why it may not edit them: neither a token nor RULES would help', async t => {
  const refusals: Refusals = { edit: new Refused(FOREIGN, 403), write: new Refused(FOREIGN, 403) }
  const list = listOf(refusals)
  await list.read(true)
  t.match(list.access.value, { name: 'ready' })
  t.equal(list.refusal.value, FOREIGN)
  await t.rejects(change(list), { message: FOREIGN })
  t.equal(list.needsToken.value, false)
  t.equal(list.refusal.value, FOREIGN)
  delete refusals.edit
  await list.read(true)
  t.equal(list.refusal.value, undefined, 'the operator has permitted it')
})

t.test('rules that may not be read either are unread for that reason', async t => {
  const sentence = 'Pages of this origin may not use the service: the origin is not in CORS_ORIGINS'
  const list = listOf({ read: new Refused(sentence, 403), edit: new Refused(sentence, 403) })
  await list.read(true)
  t.same(list.access.value, { name: 'failed', sentence })
})
