// The header that tells apps of the rules of their session, in answers to what they send anyway: the version, and for how long a request
// for changes may be held: `1795250000000-1;hold=42`.
import type { FastifyReply } from 'fastify'

export const RULES_HEADER = 'earshot-rules'

interface Note { version: string, holdMs: number }

/** Returns a function that sets the header; undefined if no session has rules here, because they are switched off. */
export function rulesHeader (reply: FastifyReply, areOn = true): ((note: Note) => void) | undefined {
  if (!areOn) return undefined
  return ({ version, holdMs }) => {
    reply.header(RULES_HEADER, holdMs > 0 ? `${version};hold=${Math.ceil(holdMs / 1000)}` : version)
  }
}
