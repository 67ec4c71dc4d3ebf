// The thread that parses large bodies of pushes. The code that starts it (push-parser.ts) limits its memory and its time.
import { workerData } from 'piscina'
import { outcomeOf, type BodyOutcome, type BodyTask } from '../http/intake/body-outcome.js'
import { createPushReader, type BodyKind, type ReaderSettings, type BodyResults } from './reader.js'

const read = createPushReader(workerData as ReaderSettings)

/** Without a task, the call only shows that the thread has started. */
export default function readPush (task?: BodyTask<BodyKind>): BodyOutcome<BodyResults[BodyKind]> {
  return task ? outcomeOf(task, read) : { read: [] }
}
