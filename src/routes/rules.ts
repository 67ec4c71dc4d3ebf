// The rules of a session (docs/api.md, "Rules"): how viewers change the requests of an app. Apps read them, and may wait for the next
// version.
import { randomInt } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.js'
import { OPERATIONS } from '../http/documents/operations.js'
import { matchesETag, matchesStrongly } from '../http/etag.js'
import { collect } from '../http/intake/collect.js'
import { reservationOf, lengthOf, type Intake } from '../http/intake/intake.js'
import type { EditorCheck } from '../http/rule-editors.js'
import { rulesHeader } from '../http/rules-header.js'
import type { HeldRequests, HoldOutcome } from '../live/held-requests.js'
import { storedBodies } from '../rules/stored-bodies.js'
import { RULES_OFF } from '../schema/rule-limits.js'
import { RuleParamsSchema, RulesQuerySchema, StoredQuerySchema, type GivenRules } from '../schema/rule.js'
import { SessionQuerySchema } from '../schema/session.js'
import type { RuleStore } from '../store/rules.js'
import type { RulesNote } from '../store/rules-note.js'
import { SMALL_RULES_BYTES } from '../rule-writing/rules-reading.js'
import type { RuleWriting } from '../rule-writing/rule-writing.js'

export interface RulesOptions {
  /** Whether the service has rules at all (RULES). */
  rulesAreOn: boolean
  rules: RuleStore
  ruleWriting: RuleWriting
  held: HeldRequests
  intake: Intake
  /** Whether a request may do what viewers do. */
  mayView: (request: FastifyRequest) => boolean
  checkEditor: EditorCheck
}

const OFF = `${RULES_OFF}. To enable them, the operator sets RULE_TOKENS or VIEW_TOKENS and leaves RULES at auto, or sets RULES=on. With ` +
  'RULES=on and no tokens, everybody can write rules'
const NO_BODY = 'There is no stored body of this rule in this session'
const RULES_CHANGED = 'The rules have changed since they were read: read them again, then make the change again'
const WEAK_TAG = 'A weak ETag (W/"…") never matches in If-Match: send the version in quotes, without W/'
// Room for rules and bodies at their limits, even if some of their characters are written as escapes.
const MAX_BYTES = 2 * 1024 * 1024
/** Clients that were not held retry after a random time, so that they do not all come at once. */
const MIN_PAUSE_SECONDS = 1
const MAX_PAUSE_SECONDS = 5

export const rulesRoutes: FastifyPluginAsyncTypebox<RulesOptions> = async (app, options) => {
  const { rules, ruleWriting, held, intake, rulesAreOn, mayView, checkEditor } = options
  const read = readerOf(rules)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', bodyParser(intake, ruleWriting))
  if (!rulesAreOn) app.addHook('preValidation', async () => { throw new ApiError('forbidden', OFF) })

  app.get('/rules', {
    config: { operation: OPERATIONS.readRules, access: ['push', 'view'] },
    schema: { querystring: RulesQuerySchema }
  }, async (request, reply) => {
    const { sessionId, after, wait, editing } = request.query
    if (editing !== undefined) {
      if (!mayView(request)) throw new ApiError('unauthorized', 'editing=1 needs a view token')
      checkEditor(request, 'view')
      await rules.noteEditing(sessionId)
    }
    const outcome = after !== undefined && wait !== undefined
      ? await held.hold(sessionId, after, Number(wait) * 1000, end => { reply.raw.once('close', end) })
      : 'not asked'
    reply.header('cache-control', 'no-cache')
    if (outcome === 'full' || outcome === 'ending') setRetryAfter(reply, outcome)
    const found = await read(outcome, sessionId, after)
    if (found) setVersionHeaders(reply, found)
    if (!found?.json) return await reply.code(204).send()
    if (matchesETag(request.headers['if-none-match'], found.version)) return await reply.code(304).send()
    return await reply.type('application/json; charset=utf-8').send(found.json)
  })

  app.put('/rules', {
    config: { operation: OPERATIONS.writeRules, access: ['rule'] },
    schema: { querystring: SessionQuerySchema },
    bodyLimit: MAX_BYTES,
    ...intake.hooks,
    onRequest: [async request => checkEditor(request, 'rule'), intake.hooks.onRequest]
  }, async (request, reply) => {
    const { query: { sessionId }, headers: { 'if-match': expected } } = request
    const isExpected = (version: string) => expected === undefined || matchesStrongly(expected, version)
    const { written, current } = await ruleWriting.write(sessionId, request.body as GivenRules, isExpected)
    setVersionHeaders(reply, current)
    if (!written) return await reply.code(409).send({ error: whyRefused(expected, current.version), ...current })
    const { version, off } = current
    const names = current.rules.map(({ name }) => name)
    request.log.info({ session: sessionId, address: request.ip, version, off, rules: names }, 'rules were written')
    return current
  })

  app.get('/rules/:id/body', {
    config: { operation: OPERATIONS.getRuleBody, access: ['push', 'view'] },
    schema: { params: RuleParamsSchema, querystring: StoredQuerySchema }
  }, async ({ params: { id }, query: { sessionId, stored } }, reply) => {
    const name = stored ?? await nameIn(rules, sessionId, id)
    const bytes = name === undefined ? undefined : await rules.body(sessionId, name)
    if (!bytes) throw new ApiError('not_found', NO_BODY)
    return await reply
      .type('application/octet-stream')
      // Anybody with the right to write rules may have written it: a browser must never show it as a page of this service.
      .header('content-disposition', 'attachment')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', stored === undefined ? 'no-cache' : 'private, max-age=86400, immutable')
      .send(bytes)
  })
}

function whyRefused (ifMatch: string | undefined, version: string): string {
  return matchesETag(ifMatch, version) ? WEAK_TAG : RULES_CHANGED
}

// Fastify's own parser would block the event loop: checking a hostile body takes seconds.
function bodyParser (intake: Intake, ruleWriting: RuleWriting) {
  return (request: FastifyRequest, payload: Readable, done: (error: Error | null, body?: GivenRules) => void): void => {
    const reservation = reservationOf(request)
    collect(payload, { length: lengthOf(request), limitBytes: MAX_BYTES, smallBytes: SMALL_RULES_BYTES }, reservation, (error, body) => {
      if (error || !body) return done(error)
      const read = () => ruleWriting.read(body)
      const given = 'small' in body ? read() : intake.inTurn(reservation, read)
      given.then(rules => { done(null, rules) }, done)
    })
  }
}

/** The name of the first large body of a rule, that of the response first. */
async function nameIn (rules: RuleStore, session: string, id: string): Promise<string | undefined> {
  const { rules: list } = await rules.read(session)
  const bodies = list.filter(rule => rule.id === id).flatMap(({ action }) => storedBodies(action))
  return bodies[0]?.stored
}

/** Without `json` if the rules still have the version that the client has. */
interface ReadRules extends RulesNote { json?: Buffer }

async function readOnce (rules: RuleStore, session: string, after = ''): Promise<ReadRules> {
  const read = await rules.readAfter(session, after)
  const { version, holdMs, now } = read
  return { version, holdMs, now, ...'rules' in read && { json: Buffer.from(JSON.stringify(read)) } }
}

/** `outcome`: that of holding the request. Resolves with undefined if this replica ends, and could not read the rules. */
type RulesReader = (outcome: HoldOutcome | 'not asked', session: string, after?: string) => Promise<ReadRules | undefined>

function readerOf (rules: RuleStore): RulesReader {
  const readShared = sharing(rules)
  return async (outcome, session, after) => {
    switch (outcome) {
      case 'not asked':
      case 'timed-out':
        return await readOnce(rules, session, after)
      case 'changed':
      case 'full':
        return await readShared(session, after)
      case 'ending':
        // Redis may end, too: without a version, the client knows that nothing was compared.
        return await readShared(session, after).catch(() => undefined)
    }
  }
}

// For requests that were held, or could not be held: thousands of apps may wait for the same rules, so they share a read, and one text.
// The shared read may have begun before the newest write; then the apps ask again.
function sharing (rules: RuleStore): (session: string, after?: string) => Promise<ReadRules> {
  const reads = new Map<string, Promise<ReadRules>>()
  return (session, after = '') => {
    const key = `${session} ${after}`
    const known = reads.get(key)
    if (known) return known
    const read = readOnce(rules, session, after).finally(() => { reads.delete(key) })
    reads.set(key, read)
    return read
  }
}

function setVersionHeaders (reply: FastifyReply, note: RulesNote): void {
  rulesHeader(reply)?.(note)
  reply.header('etag', `"${note.version}"`)
}

function setRetryAfter (reply: FastifyReply, outcome: 'full' | 'ending'): void {
  reply.header('retry-after', randomInt(MIN_PAUSE_SECONDS, MAX_PAUSE_SECONDS + 1))
  // The connection ends with this replica.
  if (outcome === 'ending') reply.header('connection', 'close')
}
