// RecorderNotes: which browser was the last to load the recorder of a session. Earshot's page shows this while it waits for the session's
// first request. A note is stored only while a viewer asks. It has only names such as Safari and iPhone, and expires after ten minutes.
import { run, type Commands } from '../redis/commands.js'
import { keysOf } from './keys.js'
import { loadScript } from './scripts.js'

/** A viewer asks every few seconds. */
const AWAITED_MS = 15_000
const KEPT_MS = 10 * 60_000

const scripts = { await: loadScript('await-recorder'), note: loadScript('note-recorder') }

/** The names of the browser and of the device; empty ones are not known. */
export type RecorderNote = readonly [browser: string, device: string]

export class RecorderNotes {
  constructor (private readonly redis: Commands) {}

  /** The last note; undefined if there is none. The next one within AWAITED_MS is kept. */
  async read (session: string): Promise<RecorderNote | undefined> {
    const note = await run(this.redis, scripts.await, [keysOf(session).recorder], AWAITED_MS)
    if (typeof note !== 'string' || note === '') return undefined
    const [browser = '', device = ''] = note.split(BETWEEN)
    return [browser, device]
  }

  /** Does nothing if no viewer asks. */
  async note (session: string, note: RecorderNote): Promise<void> {
    await run(this.redis, scripts.note, [keysOf(session).recorder], note.join(BETWEEN), KEPT_MS)
  }
}

const BETWEEN = '|'
