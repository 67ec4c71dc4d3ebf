// The thread that reads large bodies of requests that write rules. The code that starts it (rules-reading.ts) limits its memory and its
// time.
import { outcomeOf, type BodyOutcome, type BodyTask } from '../http/intake/body-outcome.js'
import type { GivenRules } from '../schema/rule.js'
import { readRules } from './read-rules.js'

/** Without a task, the call only shows that the thread has started. */
export default function readInThread (task?: BodyTask<'rules'>): BodyOutcome<GivenRules> {
  return task ? outcomeOf(task, (_kind, body) => readRules(body.toString())) : { read: { rules: [] } }
}
