// The rules of a session, over HTTP. They are read and written as a whole; if another write came first, the change is retried.
import { portable, wholeRule } from '../../rules/whole-rule.js'
import type { GivenRule, GivenRules, RulesReply } from '../../schema/rule.js'
import { EXIT, Failure } from '../failure.js'
import { sentenceIn, type Service } from '../service.js'

const PATH = '/capture/rules'
/** Several people may change the rules at the same time. */
const TRIES = 10

export async function readRules (service: Service, session: string): Promise<RulesReply> {
  return rulesIn(await (await service.ask(PATH, session)).text(), service)
}

/** Resolves with the rules after the change. `change` may be called several times; if it throws, nothing is written. */
export async function changeRules (
  service: Service, session: string, change: (current: RulesReply) => GivenRules
): Promise<RulesReply> {
  let current = await readRules(service, session)
  for (let tries = 1; ; tries++) {
    const body = JSON.stringify(change(current))
    const reply = await service.answer(PATH, session, { method: 'PUT', type: 'application/json', body, ifMatch: current.version })
    const text = await reply.text()
    if (reply.ok) return rulesIn(text, service)
    if (reply.status !== 409 || tries === TRIES) throw service.refused(reply.status, sentenceIn(text))
    // The refusal has the current rules.
    current = rulesIn(text, service)
  }
}

/** The rules of a session with their bodies inside, without ids and end times. */
export async function wholeRules (service: Service, session: string): Promise<GivenRule[]> {
  const { rules } = await readRules(service, session)
  const whole: GivenRule[] = []
  for (const rule of rules) {
    whole.push(portable(await wholeRule(rule, async ({ stored }) => {
      const reply = await service.ask(`${PATH}/${rule.id}/body`, session, { query: { stored } })
      return new Uint8Array(await reply.arrayBuffer())
    })))
  }
  return whole
}

/** Removes the rules with these ids, or all of them if there are no ids. Rejects with a Failure if there is no such rule. */
export async function removeRules (ids: readonly string[], service: Service, session: string): Promise<RulesReply> {
  return await changeRules(service, session, ({ off, rules }) => {
    const unknown = ids.filter(id => !rules.some(rule => rule.id === id))
    if (unknown.length > 0) throw new Failure(`There is no rule ${unknown.join(', ')} in session ${session}: nothing was removed`, EXIT.no)
    return { off, rules: ids.length === 0 ? [] : rules.filter(({ id }) => !ids.includes(id)) }
  })
}

function rulesIn (text: string, service: Service): RulesReply {
  try {
    const reply = JSON.parse(text) as RulesReply
    if (typeof reply.version === 'string' && Array.isArray(reply.rules)) return reply
  } catch {}
  throw service.foreign()
}
