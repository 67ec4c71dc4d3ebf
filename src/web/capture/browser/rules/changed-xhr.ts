// The response of an XMLHttpRequest that rules change. The browser loads the response and dispatches all events; the page reads own
// properties of the object, which show the changes. If rules change the body, the browser loads it as bytes, and we decode it when the page
// reads it. `responseText` is then empty until the response is complete.
import { bytesOf, readsBody, type StoredBodies } from '../../../../rules/answer.js'
import type { ChangeResponse } from '../../../../schema/rule.js'
import { rawHeaders, valueIn } from '../../core/raw-headers.js'
import { bodyNeed, responseAfter } from '../../core/rules/changes.js'
import { bodyOf, whenRead } from '../binary.js'
import { descriptorOf } from '../natives.js'
import { Answered, type Head } from './answered.js'
import { isJsonType } from './body-text.js'
import type { Opened } from './opened.js'
import type { Ruling } from './rulings.js'
import { isText, nativeOf, show, throwForType, TYPES, type Accessors } from './xhr-properties.js'

const allHeaders = descriptorOf(XMLHttpRequest.prototype, 'getAllResponseHeaders')?.value as () => string

export class ChangedXhr {
  private readonly changesBody: boolean
  private readonly unshow: () => void
  /** The `responseType` that the page sees. */
  private type: string
  private early: Answered | undefined
  private whole: Answered | undefined
  private isOver = false

  /** Called when the request is about to be sent. `limitBytes`: how much of the original body is recorded. */
  constructor (
    private readonly xhr: XMLHttpRequest, private readonly opened: Opened, private readonly changes: ChangeResponse[],
    private readonly bodies: StoredBodies, private readonly ruling: Ruling, private readonly limitBytes: number
  ) {
    this.type = xhr.responseType
    this.changesBody = bodyNeed(changes) !== 'none' || changes.some(setsType)
    if (this.changesBody) nativeOf('responseType').set?.(xhr, 'arraybuffer')
    this.unshow = show(xhr, this.accessors)
  }

  /** The response that the page sees; undefined until the headers are there, and if there is no response. */
  get seen (): Answered | undefined {
    const status = nativeOf('status').get(this.xhr)
    if (status === 0) return undefined
    if (this.xhr.readyState < 4) this.early ??= this.changed(undefined)
    else this.whole ??= this.complete(this.changesBody ? nativeOf('response').get(this.xhr) : undefined)
    return this.whole ?? this.early
  }

  /** The page opens it again. The browser refuses to open a synchronous request with our type, so it is opened as another before. */
  beforeOpen ([method, url, isAsync = true]: unknown[], open: Function): void {
    if (isAsync || !this.changesBody) return
    Reflect.apply(open, this.xhr, [method, url])
    this.end()
  }

  /** The page has opened it again. */
  end (): void {
    if (this.isOver) return
    this.isOver = true
    this.unshow()
    if (this.changesBody) nativeOf('responseType').set?.(this.xhr, this.type)
  }

  private get accessors (): Accessors {
    const { changesBody } = this
    const head: Accessors = {
      status: { get: xhr => this.seen?.head.status ?? nativeOf('status').get(xhr) },
      statusText: { get: xhr => this.seen?.head.statusText ?? nativeOf('statusText').get(xhr) }
    }
    return !changesBody
      ? head
      : {
          ...head,
          response: { get: () => isText(this.type) ? this.text : this.atEnd?.body(this.type) ?? null },
          responseText: { get: () => isText(this.type) ? this.text : throwForType('responseText', this.type) },
          responseXML: {
            get: () => /^(?:document)?$/.test(this.type) ? this.atEnd?.document(this.type) ?? null : throwForType('responseXML', this.type)
          },
          responseType: {
            get: () => this.type,
            set: (xhr, value) => {
              // In these states, the browser's own throws.
              if (xhr.readyState > 2) nativeOf('responseType').set?.(xhr, value)
              else if (TYPES.has(String(value))) this.type = String(value)
            }
          }
        }
  }

  private get atEnd (): Answered | undefined {
    return this.xhr.readyState === 4 ? this.seen : undefined
  }

  private get text (): string {
    return this.atEnd?.text(this.type) ?? ''
  }

  private get originalHead (): Head {
    const headers = this.nativeHeaders.split('\r\n').filter(line => line).map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    })
    return { status: nativeOf('status').get(this.xhr) as number, statusText: nativeOf('statusText').get(this.xhr) as string, headers }
  }

  private get nativeHeaders (): string {
    return allHeaders.call(this.xhr)
  }

  // The recorder reads the status first, so this comes before it records the end.
  private complete (body: unknown): Answered {
    const { status, statusText, headers } = this.originalHead
    whenRead(bodyOf(body, valueIn(headers, 'content-type'), this.limitBytes), record => {
      this.ruling.original(rawHeaders.response(status, statusText, this.nativeHeaders), record)
    })
    return this.changed(body)
  }

  /** `body`: undefined until it has arrived. */
  private changed (body: unknown): Answered {
    const original = this.originalHead
    const bytes = body instanceof ArrayBuffer ? new Uint8Array(body) : new Uint8Array()
    const isJson = body instanceof ArrayBuffer && this.changes.some(readsBody) && isJsonType(valueIn(original.headers, 'content-type'))
    const after = responseAfter(original, isJson ? new TextDecoder().decode(bytes) : undefined, this.changes, this.bodies)
    if (this.xhr.readyState === 4 && after.note !== undefined) this.ruling.note(after.note)
    const shown = after.content && this.opened.method !== 'HEAD' ? bytesOf(after.content) : bytes
    return new Answered(after, shown, this.xhr.responseURL, this.xhr)
  }
}

// The type says how the browser decodes the body.
function setsType ({ setHeaders = [], removeHeaders = [] }: ChangeResponse): boolean {
  return [...setHeaders.map(({ name }) => name), ...removeHeaders].some(name => name.toLowerCase() === 'content-type')
}
