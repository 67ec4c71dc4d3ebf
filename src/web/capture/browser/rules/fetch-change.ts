// Makes the request of a fetch as `change` rules say, and changes its response. A response keeps its stream, unless a patch needs the whole
// body. What the browser hides from the page is never touched.
import type { Change, ChangeResponse } from '../../../../schema/rule.js'
import {
  changedHead, changedJson, isBodiless, MOST_JSON, readsBody, withContent, bytesOf, type Content, type HeaderPairs, type Original
} from '../../../../rules/answer.js'
import { changedRequest } from '../../../../rules/request-change.js'
import type { BodyRecord } from '../../core/body.js'
import { headerOf } from '../heads.js'
import { readCopy } from '../response-copy.js'
import { isJsonType } from './body-text.js'
import { dressed, joined } from './dressed.js'
import { NativeRequest, NativeResponse } from './natives.js'
import { HOST } from './page-link.js'
import { readText, type Read } from './read-text.js'
import type { Ruling, Rulings } from './rulings.js'

export type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

/** Without changes, it is the plain fetch. A change that cannot be made is noted. */
export async function changedFetch (
  native: Fetch, request: Request, changes: readonly Change[], ruling: Ruling, { link, running }: Rulings
): Promise<Response> {
  const asked = changes.flatMap(change => change.request ?? [])
  let wanted = request
  for (const change of asked) {
    const parts = { url: wanted.url, headers: [...wanted.headers] as HeaderPairs }
    const changed = changedRequest(parts, change, link.bodies)
    if (changed) wanted = await remade(wanted, changed.url, changed.headers, changed.content, ruling)
    else ruling.note('the request was not changed: the body of the rule is not there yet')
  }
  const response = await native(wanted)
  const answers = changes.flatMap(change => change.response ?? [])
  if (answers.length === 0) return response
  if (response.type.startsWith('opaque') || response.type === 'error') {
    ruling.note('the response was not changed: the browser hides it from the page')
    return response
  }
  const original = headerOf(response)
  const change = new ResponseChange(response, ruling, link.bodies)
  const changed = await change.make(answers)
  if (!changed) return response
  const { url, type, redirected } = response
  if (change.text !== undefined) ruling.original(original, { text: change.text })
  else if (change.isReplaced) {
    ruling.original(original, undefined)
    if (response.body) keepOriginal(response, body => ruling.original(original, body), running.recorder.bodyBytes)
  } else ruling.original(original, undefined)
  return dressed(changed, { url, type, redirected })
}

// The page does not wait for it.
function keepOriginal (response: Response, keep: (body: BodyRecord) => void, limitBytes: number): void {
  readCopy(response, response.headers.get('content-type') ?? '', limitBytes, HOST).then(keep, () => {})
}

// A new address needs a new request, whose body cannot be a stream: browsers send streams over HTTP/2 only.
async function remade (
  request: Request, url: string, pairs: HeaderPairs, content: Content | undefined, ruling: Ruling
): Promise<Request> {
  const headers = joined(pairs)
  const isSame = url === request.url
  try {
    if (isSame && !content) return new NativeRequest(request, { headers })
    if (isSame && content) return new NativeRequest(request, { headers, body: bytesOf(content) })
    const { method, credentials, cache, redirect, referrer, referrerPolicy, integrity, keepalive, signal, mode } = request
    const hasBody = !/^(?:GET|HEAD)$/.test(method)
    const body = content ? bytesOf(content) : hasBody ? await request.blob() : null
    const init = { method, headers, body, credentials, cache, redirect, referrer, referrerPolicy, integrity, keepalive, signal, mode }
    return new NativeRequest(url, init)
  } catch (error) {
    if (request.bodyUsed || request.signal.aborted) throw error
    ruling.note('the request was not changed: the browser does not allow it')
    return request
  }
}

/** The response after all changes in their order. */
class ResponseChange {
  /** The body of the real response, if it was read for a patch. */
  text: string | undefined
  /** Whether another body is in the place of the real one. */
  isReplaced = false
  private body: BodyInit | null
  private head: Original

  constructor (private readonly response: Response, private readonly ruling: Ruling, private readonly bodies: RulesBodies) {
    const { status, statusText, headers } = response
    this.head = { status, statusText, headers: [...headers] }
    this.body = null
  }

  /** undefined if nothing can be changed. */
  async make (changes: readonly ChangeResponse[]): Promise<Response | undefined> {
    let content: Content | undefined
    let read: Read | undefined
    for (const change of changes) {
      const changed = changedHead(this.head, change, this.bodies)
      if (!changed) {
        this.ruling.note('the response was not changed as the rule says: its status or body cannot be made')
        continue
      }
      this.head = changed
      if (changed.content) {
        content = changed.content
        this.isReplaced = true
      }
      if (!readsBody(change)) continue
      if (!content && !read) read = await this.read()
      const before = content ? textOf(content) : read?.text
      const after = before === undefined ? undefined : changedJson(before, change)
      if (after === undefined) this.ruling.note('the body was not changed: it is not JSON of at most 1 MB that the patch fits')
      else this.head = withContent(this.head, content = { text: after })
    }
    if (read?.text !== undefined && content && !this.isReplaced) this.text = read.text
    const { status, statusText, headers } = this.head
    this.body = content ? bytesOf(content) : read ? read.body : this.response.body
    try {
      return new NativeResponse(isBodiless(status) ? null : this.body, { status, statusText, headers: joined(headers) })
    } catch {
      // A status that scripts cannot set.
      return read ? new NativeResponse(this.body, { headers: joined(headers) }) : undefined
    }
  }

  private async read (): Promise<Read | undefined> {
    const { headers } = this.response
    const length = Number(headers.get('content-length') ?? 0)
    if (!isJsonType(headers.get('content-type') ?? '') || length > MOST_JSON) return undefined
    return await readText(this.response, MOST_JSON)
  }
}

type RulesBodies = Parameters<typeof changedHead>[2]

function textOf (content: Content): string {
  return 'text' in content ? content.text : new TextDecoder().decode(content.bytes)
}
