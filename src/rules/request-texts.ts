// The parts of a request in which a rule may require a text. They are in lower case, and each is computed when it is first read. A part is
// undefined if its text is not known or may be escaped: such a part may contain any text.
import type { StartingEntry } from './starting-request.js'

/** The parts that are cheap to make come first. */
export const PARTS = ['address', 'query', 'header', 'body'] as const
export type RequestTextName = typeof PARTS[number]

export class RequestTexts {
  /** In upper case. */
  readonly method: string
  /** Undefined if the address is not one of HTTP, which may be read in another way. */
  readonly path: string | undefined
  private readonly address: string | undefined
  private readonly others = new Map<RequestTextName, string | undefined>()

  constructor (private readonly entry: StartingEntry) {
    const address = entry.api.toLowerCase()
    const [found, path] = ADDRESS.exec(address) ?? []
    this.method = entry.method
    this.path = found === undefined ? undefined : path || '/'
    this.address = found === undefined ? undefined : address
  }

  part (name: RequestTextName): string | undefined {
    if (name === 'address') return this.address
    const { others } = this
    if (!others.has(name)) others.set(name, this.make(name))
    return others.get(name)
  }

  private make (name: Exclude<RequestTextName, 'address'>): string | undefined {
    const { address, entry } = this
    switch (name) {
      // A filter also searches the decoded pairs.
      case 'query': return address && /[%+]/.test(address) ? undefined : address
      // Headers may be written as JSON, too.
      case 'header': return entry.hasKnownHeader ? lowerUnless(/^\s*["[{]/, entry.requestHeader) : undefined
      // JSON may have escapes.
      case 'body': return entry.knownBody && lowerUnless(/\\/, entry.knownBody)
    }
  }
}

const ADDRESS = /^(?:http|ws)s?:\/\/[^/?]*([^?]*)/

function lowerUnless (exception: RegExp, text: string): string | undefined {
  return exception.test(text) ? undefined : text.toLowerCase()
}
