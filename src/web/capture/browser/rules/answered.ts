// The response of a request that we answer or change, as XMLHttpRequest shows it for each responseType.
import type { Answer } from '../../../../rules/answer.js'
import { quiet } from '../../core/host.js'
import { documentOf, jsonOf, mediaTypeOf, textOf, type MediaType } from './decoded.js'
import { mimeTypes } from './opened.js'

/** Status and headers. */
export type Head = Pick<Answer, 'status' | 'statusText' | 'headers'>

export class Answered {
  readonly headers: Headers
  private readonly cached = new Map<string, unknown>()

  constructor (
    readonly head: Head, readonly bytes: Uint8Array<ArrayBuffer>, readonly url: string, private readonly xhr: XMLHttpRequest
  ) {
    this.headers = new Headers(head.headers.map(([name, value]): [string, string] => [name, value]))
  }

  /** null if there is none of this name. */
  header (name: string): string | null {
    return quiet(() => this.headers.get(name)) ?? null
  }

  /** As getAllResponseHeaders() returns them. */
  get allHeaders (): string {
    const pairs = [...this.headers].map(([name, value]) => [name.toUpperCase(), `${name}: ${value}\r\n`] as const)
    return pairs.sort(([one], [other]) => one < other ? -1 : 1).map(([, line]) => line).join('')
  }

  /** `type`: the responseType. */
  text (type: string): string {
    return this.once(`text ${type}`, () => textOf(this.bytes, this.mediaType, type))
  }

  document (type: string): Document | null {
    return this.once('document', () => documentOf(this.bytes, this.mediaType, type, this.url))
  }

  /** The body of a response that is complete. */
  body (type: string): unknown {
    const { bytes } = this
    switch (type) {
      case 'json': return jsonOf(bytes)
      case 'document': return this.document(type)
      case 'blob': return this.once(type, () => new Blob([bytes], { type: this.mediaType.essence }))
      case 'arraybuffer': return this.once(type, () => bytes.slice().buffer)
      default: return this.text(type)
    }
  }

  private get mediaType (): MediaType {
    const given = mediaTypeOf(this.headers.get('content-type') ?? '') ?? { essence: 'text/xml', charset: undefined }
    const own = mimeTypes.get(this.xhr)
    if (own === undefined) return given
    const { essence, charset = given.charset } = mediaTypeOf(own) ?? { essence: 'application/octet-stream' }
    return { essence, charset }
  }

  private once<Value> (name: string, make: () => Value): Value {
    if (!this.cached.has(name)) this.cached.set(name, make())
    return this.cached.get(name) as Value
  }
}
