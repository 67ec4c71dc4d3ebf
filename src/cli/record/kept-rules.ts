// The rules that a session has when a program is started. Unless they are too large, the program gets them at its start, so that they apply
// from its first request on.
import { keptText } from '../../web/capture/core/rules/kept.js'
import type { Service } from '../service.js'

/** Linux allows 128 KiB for an environment variable. With larger rules, a program gets them only after its start. */
const MAX_BYTES = 100_000

/** Rejects with a Failure if the service has no rules, or does not allow to read them. */
export async function rulesAtStart (service: Service, session: string): Promise<string | undefined> {
  const reply = await service.ask('/capture/rules', session)
  const kept = keptText(await reply.text(), new Map(), Date.now())
  // As the variable has it: a string within JSON.
  return kept !== undefined && Buffer.byteLength(JSON.stringify(kept)) <= MAX_BYTES ? kept : undefined
}
