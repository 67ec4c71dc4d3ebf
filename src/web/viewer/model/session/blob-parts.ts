// A file made of texts as they come. The browser keeps what is written, on its disk where it is long, and the page does not.

/** In characters. */
const PART = 4_000_000

export class BlobParts {
  readonly #done: Blob[] = []
  #texts: string[] = []
  #length = 0

  add (text: string): void {
    this.#texts.push(text)
    this.#length += text.length
    if (this.#length < PART) return
    this.#done.push(new Blob(this.#texts))
    this.#texts = []
    this.#length = 0
  }

  blob (type: string): Blob {
    return new Blob([...this.#done, ...this.#texts], { type })
  }
}
