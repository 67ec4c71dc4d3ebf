// Reads the bodies of requests that write rules: small ones on the event loop, others in a thread. This is not the thread for pushes,
// because a list of rules that takes long must not delay pushes.
import { BodyThread } from '../http/intake/body-thread.js'
import type { GrowingBytes } from '../http/intake/growing.js'
import type { GivenRules } from '../schema/rule.js'
import { readRules } from './read-rules.js'

/** A larger body could block the event loop: reading 2 MB of hostile JSON takes a second. Most lists of rules are smaller. */
export const SMALL_RULES_BYTES = 32 * 1024
/** Many times longer than the worst body of 2 MB takes. */
const MAX_MS = 5000

export class RulesReading {
  private readonly thread: BodyThread<'rules', GivenRules>

  constructor (mostMs = MAX_MS) {
    this.thread = new BodyThread({ worker: 'rule-writing/worker', mostMs })
  }

  /** Throws an ApiError if the body is not valid. */
  here (body: Buffer): GivenRules {
    return readRules(body.toString())
  }

  /** Transfers the bytes to the thread. Rejects with an ApiError if they are not valid. */
  async inThread (body: GrowingBytes): Promise<GivenRules> {
    return await this.thread.read('rules', body)
  }

  async close (): Promise<void> {
    await this.thread.close()
  }
}
