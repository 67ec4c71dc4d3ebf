// Applies the rules of the session to this process. It is loaded only if the app opts in.
import { hostTest } from '../../core/rules/hosts.js'
import { RulesLink } from '../../core/rules/link.js'
import type { CaptureOptions } from '../../core/options.js'
import { wallClockMs } from '../natives.js'
import { HOST, type Recording } from '../recording.js'
import { ruleUndici } from './global-dispatcher.js'
import { ruleHttp } from './http-agent.js'
import { NodeRuling } from './ruling.js'
import { NodeRulesTransport } from './transport.js'

/** `kept`: rules that are known already, as kept.ts writes them. Returns a function that ends this. */
export function applyRules (options: CaptureOptions, { transport: pushing, book }: Recording, kept: string | undefined): () => void {
  const transport = new NodeRulesTransport(options, () => undici.look())
  const link = new RulesLink({
    host: HOST,
    transport,
    wallMs: wallClockMs,
    randomFraction: Math.random,
    mayHold: () => true,
    ...kept !== undefined && { store: { read: () => kept, write: () => {} } }
  })
  const ruling = new NodeRuling(link, book, hostTest(options.rules), options.source)
  const undici = ruleUndici(ruling)
  const endHttp = ruleHttp(ruling)
  pushing.heard = header => link.heard(header)
  link.start()
  link.wake()
  return () => {
    pushing.heard = undefined
    link.stop()
    undici.end()
    endHttp()
    transport.close()
  }
}
