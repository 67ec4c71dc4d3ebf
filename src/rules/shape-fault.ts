// Checks whether a value has the shape of a rule; if not, a sentence names the member. Only the service needs it: it loads TypeBox.
import { isRecord } from '../json/is-record.js'
import { GivenRuleSchema, RULE_LIMITS, RuleActionSchema } from '../schema/rule.js'
import { Compile, type TSchema } from '../schema/typebox.js'

/** Without a period at its end. Members that no rule has are a fault, too: somebody may have misspelt `times`. */
export function shapeFault (value: unknown): string | undefined {
  if (!isRecord(value)) return 'it must be an object'
  const { action } = value
  const known = isRecord(action) ? ACTIONS.get(action.type) : undefined
  if (!known) return `action.type must be one of ${[...ACTIONS.keys()].join(', ')}`
  return longList(action) ?? firstFault(known.validator, action, 'action') ??
    firstFault(rule, { ...value, action: { type: 'pass' } }, '') ??
    unknownMember(GivenRuleSchema, value, '') ?? unknownMember(known.schema, action, 'action.')
}

// Before the validators, which look at every item: a hostile list may have a million, and that takes seconds and all memory of a thread.
function longList (action: unknown): string | undefined {
  const { request, response } = action as Record<string, unknown>
  const parts: [string, unknown][] = [['action', action], ['action.request', request], ['action.response', response]]
  return first(parts, ([place, part]) => first(LISTS, name => {
    const list = isRecord(part) ? part[name] : undefined
    const isLong = Array.isArray(list) && list.length > RULE_LIMITS.items
    return isLong ? `${place}.${name} must not have more than ${RULE_LIMITS.items} items` : undefined
  }))
}

const LISTS = ['headers', 'setHeaders', 'removeHeaders', 'patch']

type Validator = ReturnType<typeof Compile>

const rule = Compile(GivenRuleSchema)
const ACTIONS = new Map<unknown, { schema: TSchema, validator: Validator }>(RuleActionSchema.anyOf.map(
  schema => [schema.properties.type.const, { schema, validator: Compile(schema) }]
))

function firstFault (validator: Validator, value: unknown, place: string): string | undefined {
  if (validator.Check(value)) return undefined
  const errors = validator.Errors(value)
  // If a member may have one of several shapes, each shape has an error; the last one is about the member as a whole.
  const error = errors.find(({ keyword }) => keyword === 'anyOf') ?? errors[0]
  if (!error) return 'it is not valid'
  const { requiredProperties: [absent] = [] } = error.params as { requiredProperties?: unknown[] }
  const missing = error.keyword === 'required'
  const member = (place + error.instancePath + (missing ? `/${String(absent)}` : '')).replace(/^\//, '').replaceAll('/', '.')
  if (missing) return `${member} is missing`
  return error.keyword === 'anyOf' ? `${member} has an unknown form: see PUT /capture/rules in /docs` : `${member} ${error.message}`
}

function unknownMember (schema: TSchema, value: unknown, place: string): string | undefined {
  const { properties, items, anyOf } = schema as { properties?: Record<string, TSchema>, items?: TSchema | TSchema[], anyOf?: TSchema[] }
  if (anyOf && isRecord(value)) return unknownMemberInForms(anyOf, value, place)
  if (Array.isArray(value) && items && !Array.isArray(items)) {
    return first(value, (item, n) => unknownMember(items, item, `${place}${n}.`))
  }
  if (!properties || !isRecord(value)) return undefined
  return first(Object.entries(value), ([name, inner]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined
    return known ? unknownMember(known, inner, `${place}${name}.`) : `${place}${name} is an unknown member`
  })
}

// A body has exactly one of its forms, and the action was checked by itself.
function unknownMemberInForms (forms: TSchema[], value: Record<string, unknown>, place: string): string | undefined {
  if (forms === RuleActionSchema.anyOf) return undefined
  const faults = forms.map(form => unknownMember(form, value, place))
  return faults.includes(undefined) ? undefined : faults[0]
}

function first<Value> (values: Value[], faultOf: (value: Value, n: number) => string | undefined): string | undefined {
  for (const [n, value] of values.entries()) {
    const fault = faultOf(value, n)
    if (fault !== undefined) return fault
  }
  return undefined
}
