// Rules: how viewers change the requests of an app (docs/rules.md). If an app opts in, its recorder applies them when a request starts. A
// list is read and written as a whole; its order is the order in which rules are tried.
import { RULE_ACTIONS, RULE_LIMITS } from './rule-limits.js'
import { SessionIdSchema } from './session.js'
import { Type, type Static } from './typebox.js'

export * from './rule-limits.js'

const DelaySchema = Type.Integer({ minimum: 0, maximum: RULE_LIMITS.delay })
/** In milliseconds. For a range, a random delay is chosen for each request. */
export const WaitSchema = Type.Union([DelaySchema, Type.Tuple([DelaySchema, DelaySchema])], {
  description: 'Milliseconds, or a range [least, most], in which a random delay is chosen for each request', examples: [800, [200, 1500]]
})
export type Wait = Static<typeof WaitSchema>

export const RuleHeaderSchema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 256 }),
  value: Type.String({ maxLength: 8192 })
})
export type RuleHeader = Static<typeof RuleHeaderSchema>
const RuleHeadersSchema = Type.Array(RuleHeaderSchema, { maxItems: RULE_LIMITS.items })
const HeaderNamesSchema = Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: RULE_LIMITS.items })

export const RuleBodySchema = Type.Union([
  Type.Object({ text: Type.String() }, { description: 'A text, sent as UTF-8' }),
  Type.Object({ base64: Type.String() }, { description: 'Bytes in base64' }),
  Type.Object({ entry: Type.String() }, {
    description: 'The response body of a recorded entry, by its id. It is copied when the rule is saved'
  }),
  Type.Object({ stored: Type.String(), bytes: Type.Integer({ minimum: 0 }) }, {
    description: 'A body of more than 4 KiB, which GET /capture/rules/:id/body returns. `stored` is its fingerprint. ' +
      'If it is written back, the rule keeps the body that it has'
  })
])
export type RuleBody = Static<typeof RuleBodySchema>

export const StatusSchema = Type.Integer({ minimum: 200, maximum: 599 })
const StatusTextSchema = Type.String({ maxLength: 200 })

const RespondSchema = Type.Object({
  type: Type.Literal('respond'),
  status: StatusSchema,
  statusText: Type.Optional(StatusTextSchema),
  headers: Type.Optional(RuleHeadersSchema),
  body: Type.Optional(RuleBodySchema),
  delayMs: Type.Optional(WaitSchema)
}, { description: 'Answers the request, without sending it' })

const ChangeRequestSchema = Type.Object({
  origin: Type.Optional(Type.String({ maxLength: 300, description: 'Another origin', examples: ['https://staging.example.com'] })),
  pathPrefix: Type.Optional(Type.Object({ from: Type.String({ maxLength: 1000 }), to: Type.String({ maxLength: 1000 }) })),
  setHeaders: Type.Optional(RuleHeadersSchema),
  removeHeaders: Type.Optional(HeaderNamesSchema),
  body: Type.Optional(RuleBodySchema)
})
export type ChangeRequest = Static<typeof ChangeRequestSchema>

const ChangeResponseSchema = Type.Object({
  status: Type.Optional(StatusSchema),
  statusText: Type.Optional(StatusTextSchema),
  setHeaders: Type.Optional(RuleHeadersSchema),
  removeHeaders: Type.Optional(HeaderNamesSchema),
  body: Type.Optional(RuleBodySchema),
  merge: Type.Optional(Type.Unknown({ description: 'A merge patch for JSON (RFC 7396)' })),
  patch: Type.Optional(Type.Array(Type.Object({
    op: Type.Enum(['add', 'remove', 'replace', 'move', 'copy', 'test']),
    path: Type.String({ maxLength: 1000 }),
    from: Type.Optional(Type.String({ maxLength: 1000 })),
    value: Type.Optional(Type.Unknown())
  }), { maxItems: RULE_LIMITS.items, description: 'Operations for JSON (RFC 6902)' }))
})
export type ChangeResponse = Static<typeof ChangeResponseSchema>

const ChangeSchema = Type.Object({
  type: Type.Literal('change'),
  request: Type.Optional(ChangeRequestSchema),
  response: Type.Optional(ChangeResponseSchema)
}, { description: 'The request is made; it or its response is changed' })

const DelayActionSchema = Type.Object({ type: Type.Literal('delay'), ms: WaitSchema }, {
  description: 'The request waits before it is made'
})
const FailSchema = Type.Object({
  type: Type.Literal('fail'),
  how: Type.Enum(['network', 'timeout', 'abort'], {
    description: 'network: the error of an unreachable network; timeout: no answer until the app gives up; abort: as if the app aborted it'
  })
}, { description: 'The request fails' })
const PassSchema = Type.Object({ type: Type.Literal('pass') }, { description: 'The request is made as usual: no later rule applies to it' })

export const RuleActionSchema = Type.Union([RespondSchema, ChangeSchema, DelayActionSchema, FailSchema, PassSchema])
export type RuleAction = Static<typeof RuleActionSchema>
export type Respond = Static<typeof RespondSchema>
export type RuleChange = Static<typeof ChangeSchema>
export type Fail = Static<typeof FailSchema>

const shared = {
  name: Type.String({ minLength: 1, maxLength: 100, description: 'For people', examples: ['POST /v1/pay fails'] }),
  enabled: Type.Boolean(),
  match: Type.String({
    maxLength: RULE_LIMITS.match,
    description: 'A filter, restricted to what is known when a request starts',
    examples: ['method:POST path:=/v1/pay']
  }),
  action: RuleActionSchema,
  times: Type.Optional(Type.Integer({
    minimum: 1, maximum: 1_000_000_000, description: 'How many requests it applies to in each app'
  })),
  chance: Type.Optional(Type.Number({
    exclusiveMinimum: 0, maximum: 100, description: 'Percent of the matching requests to which it applies, chosen at random'
  }))
}

/** Letters, digits, `_` and `-`. */
const RuleIdSchema = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$', examples: ['r-8f2kq1'] })

/** A rule as it is read. */
export const RuleSchema = Type.Object({
  id: RuleIdSchema,
  ...shared,
  expires: Type.Number({ description: 'When it ends, in milliseconds since the epoch by the clock of Redis' })
})
export type Rule = Static<typeof RuleSchema>

/** A rule as it is written. */
export const GivenRuleSchema = Type.Object({
  id: Type.Optional(RuleIdSchema),
  ...shared,
  enabled: Type.Optional(Type.Boolean({ description: 'Whether the rule is switched on; by default, true' })),
  expires: Type.Optional(Type.Number({ description: 'When the rule ends: send the value that GET returned, to keep it' })),
  lifetimeMs: Type.Optional(Type.Integer({
    minimum: 1000,
    maximum: RULE_LIMITS.lifetime,
    description: 'Milliseconds from now until it ends; takes precedence over `expires`. One hour if both are missing'
  }))
})
export type GivenRule = Static<typeof GivenRuleSchema>

/** The rules of a session as a whole. */
export const RulesSchema = Type.Object({
  version: Type.String({ description: 'Changes with each write; compare it for equality only. "0" if no rules were ever written' }),
  off: Type.Boolean({ description: 'Whether all rules are switched off' }),
  rules: Type.Array(RuleSchema, { maxItems: RULE_LIMITS.rules })
})
export type Rules = Static<typeof RulesSchema>

export const RulesReplySchema = Type.Object({
  ...RulesSchema.properties,
  now: Type.Number({ description: 'The time by the clock of Redis, in milliseconds since the epoch; `expires` is compared with it' }),
  holdMs: Type.Number({
    description: 'For how many milliseconds apps may use long polling, because a viewer is expected to edit the rules'
  })
})
export type RulesReply = Static<typeof RulesReplySchema>

export const GivenRulesSchema = Type.Object({
  off: Type.Optional(Type.Boolean({ description: '`true` switches all rules off, `false` on; if it is missing, they stay as they are' })),
  rules: Type.Array(GivenRuleSchema, { maxItems: RULE_LIMITS.rules })
})
export type GivenRules = Static<typeof GivenRulesSchema>

/** One rule that applied. */
const AppliedSchema = Type.Object({ id: RuleIdSchema, name: Type.String({ maxLength: 100 }), action: Type.Enum([...RULE_ACTIONS]) })
/** The last rule that applied to an entry's request, and those that applied before it. */
export const AppliedRuleSchema = Type.Object({
  ...AppliedSchema.properties,
  also: Type.Optional(Type.Array(AppliedSchema, { maxItems: 10 }))
}, { description: 'The last rule that applied to this request; `also`: the rules that applied before it' })
export type AppliedRule = Static<typeof AppliedRuleSchema>

export const RuleParamsSchema = Type.Object({ id: RuleIdSchema })

export const RulesQuerySchema = Type.Object({
  sessionId: SessionIdSchema,
  after: Type.Optional(Type.String({
    maxLength: 64, description: 'The version that the client has: the response is 204 if it is the current one'
  })),
  wait: Type.Optional(Type.String({
    pattern: '^([1-9]|1[0-9]|2[0-5])$',
    description: 'With `after`: for how many seconds to wait for another version, 1 to 25',
    examples: ['25']
  })),
  editing: Type.Optional(Type.Literal('1', {
    description: 'A viewer has the rules open: for the next minute, apps may use long polling. It needs a view token'
  }))
})

export const StoredQuerySchema = Type.Object({
  sessionId: SessionIdSchema,
  stored: Type.Optional(Type.String({
    maxLength: 64,
    description: 'Which body of the rule to return: its fingerprint, as in `stored` of the rule. By default, the body with which the ' +
      'rule answers'
  }))
})
