// The response header from which apps learn that the rules of their session have changed: `1795250000000-1;hold=42;now=1795250018000`. It
// has the version of the rules, the number of seconds for which apps may use long polling (if they may), and the current time by the clock
// of Redis. Rules end by that clock, because the clock of a device may be wrong, or may stand still while the device sleeps.
import type { FastifyReply } from 'fastify'

export const RULES_HEADER = 'earshot-rules'

interface Note { version: string, holdMs: number, now: number }

/** Returns a function that sets the header; undefined if no session has rules here, because they are switched off. */
export function rulesHeader (reply: FastifyReply, areOn = true): ((note: Note) => void) | undefined {
  if (!areOn) return undefined
  return ({ version, holdMs, now }) => {
    reply.header(RULES_HEADER, `${version}${holdMs > 0 ? `;hold=${Math.ceil(holdMs / 1000)}` : ''};now=${now}`)
  }
}
