// What is true of the page at the start of a request: its address, and its local storage.
import { quiet, type Context } from '../core/host.js'
import { later } from './natives.js'

/** Storage is read at most once in this time: a page may have a lot of it. */
const STORAGE_MS = 200

export class Page {
  private readRecently = false
  private storage: string | undefined
  private url: string | undefined
  private title = ''
  private params = ''

  context (): Context {
    return { pageParams: this.pageParams(), storage: this.readStorage() }
  }

  // Made anew only where the page is another: requests come in hundreds.
  private pageParams (): string {
    const { URL: url, title } = document
    if (url !== this.url || title !== this.title) {
      this.url = url
      this.title = title
      this.params = JSON.stringify({ url, query: Object.fromEntries(new URL(url).searchParams), title })
    }
    return this.params
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
