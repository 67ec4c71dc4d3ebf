// What is true of the page at the start of a request: its address, and its local storage.
import { quiet } from '../core/host.js'
import { later } from './natives.js'

/** Storage is read at most once in this time: a page may have a lot of it. */
const STORAGE_MS = 200

export class Page {
  private readRecently = false
  private storage: string | undefined

  context (): { pageParams: string, storage?: string } {
    const storage = this.readStorage()
    const query = Object.fromEntries(new URLSearchParams(location.search))
    return { pageParams: JSON.stringify({ url: location.href, query, title: document.title }), ...(storage !== undefined && { storage }) }
  }

  private readStorage (): string | undefined {
    if (this.readRecently) return this.storage
    this.readRecently = true
    later(() => { this.readRecently = false }, STORAGE_MS)
    // Forbidden in a private window, say, or in a frame of another origin.
    this.storage = quiet(() => JSON.stringify({ ...localStorage }))
    return this.storage
  }
}
