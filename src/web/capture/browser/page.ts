// The page at the start of a request: its address, its title and its local storage.
import { quiet, type PageContext } from '../core/host.js'
import { startTimer } from './natives.js'

/** Storage is read at most once in this time: a page may have a lot of it. */
const STORAGE_MS = 200

export class Page {
  private readRecently = false
  private storageText: string | undefined
  private lastPage: string | undefined
  private lastParams: string | undefined

  context (): PageContext {
    return { pageParams: this.pageParams(), storage: this.readStorage() }
  }

  // Built again only if the address or the title has changed: a page may send hundreds of requests.
  private pageParams (): string | undefined {
    const { URL: url, title } = document
    if (this.lastPage !== url + title) {
      this.lastPage = url + title
      this.lastParams = JSON.stringify({ url, query: Object.fromEntries(new URL(url).searchParams), title })
    }
    return this.lastParams
  }

  private readStorage (): string | undefined {
    if (this.readRecently) return this.storageText
    this.readRecently = true
    startTimer(() => { this.readRecently = false }, STORAGE_MS)
    // Reading may be forbidden: for example, in a private window, or in a frame of another origin.
    this.storageText = quiet(() => JSON.stringify({ ...localStorage }))
    return this.storageText
  }
}
