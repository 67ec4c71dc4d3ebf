// Builds a file from texts as they arrive. The browser stores the written parts, on disk if they are large, and the page does not keep
// them.

/** In characters. */
const PART_CHARACTERS = 4_000_000

export class BlobParts {
  readonly #done: Blob[] = []
  #texts: string[] = []
  #length = 0

  add (text: string): void {
    this.#texts.push(text)
    this.#length += text.length
    if (this.#length < PART_CHARACTERS) return
    this.#done.push(new Blob(this.#texts))
    this.#texts = []
    this.#length = 0
  }

  blob (type: string): Blob {
    return new Blob([...this.#done, ...this.#texts], { type })
  }
}
