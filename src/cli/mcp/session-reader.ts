// What an agent may see of sessions. Secrets are replaced before anything else is done, filters included: else one could be guessed letter by
// letter by what a filter finds.
import { filter, type EntryFilter } from '../../filter/entry-filter.js'
import { redactEntry } from '../../redact/entry-redactor.js'
import type { Entry } from '../../schema/entry.js'
import type { Screenshot } from '../../schema/screenshot.js'
import { NothingMatched } from '../../web/feed/session-feed.js'
import { EXIT, Failure } from '../failure.js'
import { listen } from '../listening.js'
import type { Service } from '../service.js'
import { sessionEntries } from '../session-entries.js'

export interface Image { data: string, mimeType: string }

export class SessionReader {
  readonly #service: Service
  readonly #clean: (entry: Entry) => Entry
  readonly #closers = new Set<() => void>()

  constructor (service: Service, withSecrets: boolean) {
    this.#service = service
    this.#clean = withSecrets ? entry => entry : redactEntry
  }

  /** In order of arrival. */
  async * entries (session: string, wanted: EntryFilter): AsyncGenerator<Entry> {
    for await (const entry of sessionEntries(this.#service, session, { filter: filter('') })) {
      const clean = this.#clean(entry)
      if (wanted(clean)) yield clean
    }
  }

  async entry (session: string, id: string): Promise<Entry> {
    const reply = await this.#service.answer(`/capture/entries/${encodeURIComponent(id)}`, session, {})
    if (reply.ok) return this.#clean(await reply.json() as Entry)
    await reply.body?.cancel()
    throw reply.status === 404 ? new Failure(`There is no request ${id} in session ${session}`, EXIT.no) : this.#service.refused(reply.status, '')
  }

  /** The first that matches, or why there is none. */
  async waitFor (session: string, wanted: EntryFilter, timeoutMs: number): Promise<{ entry: Entry } | { message: string, near: Entry[] }> {
    const { feed, refused } = listen(this.#service, session, { say: () => {} })
    const close = () => feed.close()
    this.#closers.add(close)
    const missing = (entry: Entry) => wanted.missing(this.#clean(entry))
    const isWanted = Object.assign((entry: Entry) => wanted(this.#clean(entry)), { text: wanted.text, missing, changesAt: wanted.changesAt })
    try {
      return { entry: this.#clean(await Promise.race([refused, feed.waitFor(isWanted, { timeoutMs })])) }
    } catch (error) {
      if (!(error instanceof NothingMatched)) throw error
      return { message: error.message.split('\n', 1)[0] ?? '', near: error.near.map(this.#clean) }
    } finally {
      this.#closers.delete(close)
      close()
    }
  }

  /** The newest where no id is given. */
  async screenshot (session: string, id?: string): Promise<Image> {
    const all = await (await this.#service.ask('/capture/screenshots', session)).json() as Screenshot[]
    const wanted = id === undefined ? all.at(-1) : all.find(one => one.id === id)
    if (!wanted) {
      const sought = id === undefined ? 'screenshot' : `screenshot ${id}`
      throw new Failure(`There is no ${sought} in session ${session}; there are ${all.map(one => one.id).join(', ') || 'none'}`, EXIT.no)
    }
    const reply = await this.#service.ask(`/capture/screenshots/${wanted.id}`, session)
    return { data: Buffer.from(await reply.arrayBuffer()).toString('base64'), mimeType: wanted.type }
  }

  /** Ends what is waited for. */
  close (): void {
    for (const close of this.#closers) close()
  }
}
