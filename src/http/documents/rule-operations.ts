// Describes the routes of rules for the API documents.
import { ErrorSchema } from '../../schema/reply.js'
import { GivenRulesSchema, RulesReplySchema } from '../../schema/rule.js'
import { Type } from '../../schema/typebox.js'
import { BODY_ERRORS, SESSION_ERRORS, type DocumentedOperation } from './operation.js'

const VersionSchema = Type.String({ description: 'The version of the rules, in quotes' })
const EarshotRulesSchema = Type.String({
  description: 'The version of the rules; with `;hold=<seconds>` while viewers edit them: for this many seconds, an app may ' +
    'use long polling. `now` is the time of the clock of Redis, in milliseconds: rules end by this clock',
  examples: ['1795250000000-1;hold=42;now=1795250018000']
})
const ConflictSchema = Type.Object({ ...ErrorSchema.properties, ...RulesReplySchema.properties })
const BinarySchema = Type.String({ format: 'binary' })

export const RULE_OPERATIONS = {
  readRules: {
    id: 'readRules',
    summary: 'Read the rules, or wait for new ones',
    description: 'All rules that have not ended, in the order in which they are tried. Bodies larger than 4 KiB are replaced by their ' +
      'fingerprints. With `after` and `wait`, the response comes as soon as the rules have another version, or else after `wait` ' +
      'seconds. If the replica already holds too many requests, or shuts down, it answers at once: with the rules if they have another ' +
      'version, else with 204 and `Retry-After`. Responses to pushes, batches and uploads have the header `Earshot-Rules`, too, if the ' +
      'session has had rules.',
    tag: 'Rules',
    headers: Type.Object({ 'If-None-Match': Type.Optional(Type.String({ description: 'The ETag of an earlier response' })) }),
    responses: {
      200: {
        description: 'The rules',
        headers: { ETag: VersionSchema, 'Earshot-Rules': EarshotRulesSchema },
        content: { 'application/json': RulesReplySchema }
      },
      204: {
        description: 'The rules still have the version that `after` gives. If the `Earshot-Rules` header is missing, the replica ' +
          'is shutting down and could not compare the versions',
        headers: { 'Earshot-Rules': EarshotRulesSchema }
      },
      304: {
        description: 'The rules still have this version', headers: { ETag: VersionSchema, 'Earshot-Rules': EarshotRulesSchema }
      }
    },
    errors: SESSION_ERRORS
  },
  writeRules: {
    id: 'writeRules',
    summary: 'Replace the rules',
    description: 'Replaces the whole list: rules that are not in it are removed. `off` switches all rules off or on. Apps that opt in ' +
      'get them. The session need not have entries. With `If-Match`, the rules are written only if they still have that version. ' +
      'Each write is logged with the address of the client and the names of the rules.',
    tag: 'Rules',
    headers: Type.Object({ 'If-Match': Type.Optional(Type.String({ description: 'The ETag of the rules to replace' })) }),
    bodies: { 'application/json': GivenRulesSchema },
    responses: {
      200: {
        description: 'The rules are written, and announced to viewers and apps',
        headers: { ETag: VersionSchema, 'Earshot-Rules': EarshotRulesSchema },
        content: { 'application/json': RulesReplySchema }
      },
      409: { description: '`If-Match` is outdated: the response has the current rules', content: { 'application/json': ConflictSchema } }
    },
    errors: [...SESSION_ERRORS, ...BODY_ERRORS]
  },
  getRuleBody: {
    id: 'getRuleBody',
    summary: 'Get a body of a rule',
    description: 'The bytes of a body of more than 4 KiB. With `stored`, the response never changes.',
    tag: 'Rules',
    responses: { 200: { description: 'The body, as a download', content: { 'application/octet-stream': BinarySchema } } },
    errors: [...SESSION_ERRORS, 'not_found']
  }
} satisfies Record<string, DocumentedOperation>
