// The tools about rules: list_rules for every agent; add_rule, remove_rules and switch_rules only with `earshot mcp --rules`, because rules
// change what apps do.
import type { Rule } from '../../schema/rule.js'
import { visible } from '../../text/visible.js'
import { Failure, usageFailure } from '../failure.js'
import { addRules, MATCH_KEYS, ruleOf } from '../rules/add.js'
import { doesText } from '../rules/rule-lines.js'
import { changeRules, readRules, removeRules } from '../rules/session-rules.js'
import type { Service } from '../service.js'
import { z, type McpServer } from './sdk.js'
import { ANNOTATIONS, answering, argumentsOf, asJson, label, type ToolKit } from './tool-kit.js'

const WRITING = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false }
const MAX_MINUTES = 24 * 60

const MATCH = 'A filter, such as method:POST path:=/v1/pay, restricted to what is known when a request starts: text in the URL, and ' +
  `the keys ${MATCH_KEYS}; header: and body: search only the request`

const RULE = z.object({
  id: z.string(), name: z.string(), match: z.string(), does: z.string(), enabled: z.boolean(), endsInMinutes: z.number()
})
const RULES = z.object({ label, off: z.boolean().describe('Whether all rules are off'), rules: z.array(RULE) })

export function addRuleTools (server: McpServer, service: Service, { sessionSchema, sessionOf }: ToolKit): void {
  server.registerTool('list_rules', {
    description: 'List the rules that change requests of this session, in the order in which they are tried. The first one that matches ' +
      'applies; after a delay or a change, later ones may apply, too. The filter rule:* finds the requests to which a rule applied.',
    inputSchema: argumentsOf({ session: sessionSchema }),
    outputSchema: RULES,
    annotations: ANNOTATIONS
  }, answering(async ({ session }) => asJson(rulesData(await readRules(service, sessionOf(session))))))
}

export function addRuleWriters (server: McpServer, service: Service, { sessionSchema, sessionOf }: ToolKit): void {
  server.registerTool('add_rule', {
    description: 'Add a rule that answers, changes or delays requests, or makes them fail, in apps that opt in. It is tried before the ' +
      'others, and expires. Give match and one action: status, headers and body; merge; fail; delay; or pass. Or give request, with an ' +
      'action or without one. delay may be combined with status, headers and body.',
    inputSchema: argumentsOf({
      session: sessionSchema,
      request: z.string().max(100).optional()
        .describe('The id of a recorded request: requests like it get its recorded response, unless an action says otherwise'),
      match: z.string().max(4096).optional().describe(MATCH),
      status: z.number().int().optional().describe('Answer with this status: 200 to 599, but neither 205 (use 204) nor a redirect'),
      headers: z.record(z.string(), z.string()).optional().describe('Headers of the response'),
      body: z.string().optional().describe('Body of the response'),
      merge: z.record(z.string(), z.unknown()).optional()
        .describe('Make the request, and merge this into the JSON of its response (RFC 7396)'),
      fail: z.enum(['network', 'timeout', 'abort']).optional(),
      delay: z.number().int().min(0).max(600_000).optional().describe('Milliseconds to wait first'),
      pass: z.literal(true).optional().describe('Make the request as usual; no later rule applies to it'),
      times: z.number().int().min(1).optional().describe('How many requests the rule applies to in each app'),
      chance: z.number().gt(0).max(100).optional().describe('Percent of the matching requests that the rule applies to'),
      minutes: z.number().min(1).max(MAX_MINUTES).default(60).describe('After how many minutes the rule ends'),
      name: z.string().min(1).max(100).optional()
    }),
    outputSchema: z.object({ label, off: z.boolean(), rules: z.array(RULE.omit({ endsInMinutes: true })) }),
    annotations: WRITING
  }, answering(async ({ session: given, request, match, headers, minutes, ...options }) => {
    if ((request === undefined) === (match === undefined)) throw usageFailure('Give either request or match')
    // A number alone would be read as the id of a request.
    const target = request ?? (/^\d/.test(match ?? '') ? `"${match}"` : match ?? '')
    const session = sessionOf(given)
    const header = headers && Object.entries(headers).map(([name, value]) => ({ name, value }))
    const rule = await ruleOf(target, service, session, { ...options, header, for: minutes * 60_000 }).catch(asArguments)
    const { written, off } = await addRules([rule], service, session)
    return asJson({ off, rules: written.map(factsOf) })
  }))

  server.registerTool('remove_rules', {
    description: 'Remove rules by their ids, as list_rules shows them; without ids, all. People may have made them: ask first.',
    inputSchema: argumentsOf({ session: sessionSchema, ids: z.array(z.string()).max(100).default([]) }),
    outputSchema: RULES,
    annotations: WRITING
  }, answering(async ({ session, ids }) => asJson(rulesData(await removeRules(ids, service, sessionOf(session))))))

  server.registerTool('switch_rules', {
    description: 'Switch all rules off (on: false), or on again (on: true).',
    inputSchema: argumentsOf({ session: sessionSchema, on: z.boolean() }),
    outputSchema: RULES,
    annotations: { ...WRITING, destructiveHint: false, idempotentHint: true }
  }, answering(async ({ session, on }) =>
    asJson(rulesData(await changeRules(service, sessionOf(session), ({ rules }) => ({ off: !on, rules }))))))
}

/** The sentences name options of the command line, which are the arguments here; `--header` is `headers`. */
function asArguments (error: unknown): never {
  throw error instanceof Failure ? new Failure(error.message.replace(/--header\b/g, 'headers').replace(/--(?!url\b)(?=[a-z])/g, ''), error.exitCode) : error
}

function rulesData ({ off, rules, now }: { off: boolean, rules: Rule[], now: number }): object {
  return { off, rules: rules.map(rule => ({ ...factsOf(rule), endsInMinutes: Math.max(1, Math.round((rule.expires - now) / 60_000)) })) }
}

// Without headers and bodies, which may have secrets.
function factsOf (rule: Rule): object {
  return { id: rule.id, name: visible(rule.name), match: visible(rule.match), does: doesText(rule), enabled: rule.enabled }
}
