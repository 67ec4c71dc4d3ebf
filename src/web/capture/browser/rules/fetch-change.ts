// Applies `change` rules to the request of a fetch and to its response. The body of the response stays a stream, unless a rule replaces it,
// or a patch needs all of it. Responses that the browser hides from the page are never changed.
import type { RuleChange } from '../../../../schema/rule.js'
import { bytesOf, isBodiless, MAX_JSON, type Content, type HeaderPairs, type Original } from '../../../../rules/answer.js'
import { changedRequest } from '../../../../rules/request-change.js'
import type { BodyRecord } from '../../core/body.js'
import { quiet } from '../../core/host.js'
import { rawHeaders } from '../../core/raw-headers.js'
import { bodyNeed, responseAfter, responseChanges } from '../../core/rules/changes.js'
import { readCopy } from '../response-copy.js'
import { isJsonType } from './body-text.js'
import { dressed, joined } from './dressed.js'
import { NativeRequest, NativeResponse } from './natives.js'
import { HOST } from './page-link.js'
import { readText, type ReadResult } from './read-text.js'
import type { Ruling, Rulings } from './rulings.js'

export type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

/** Without changes, it is the plain fetch. A change that cannot be made is noted. */
export async function changedFetch (
  native: Fetch, request: Request, changes: readonly RuleChange[], ruling: Ruling, { link, running }: Rulings
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
  const answers = responseChanges(changes)
  if (answers.length === 0) return response
  if (response.type.startsWith('opaque') || response.type === 'error') {
    ruling.note('the response was not changed: the browser hides it from the page')
    return response
  }
  const { status, statusText, headers, url, type, redirected } = response
  const original = () => rawHeaders.response(status, statusText, headers)
  const read = bodyNeed(answers) === 'read' ? await readJson(response) : undefined
  const after = responseAfter({ status, statusText, headers: [...headers] }, read?.text, answers, link.bodies)
  if (after.note !== undefined) ruling.note(after.note)
  if (after.content && read?.text !== undefined) ruling.original(original, { text: read.text })
  else {
    ruling.original(original, undefined)
    if (after.content && response.body && !read) keepOriginal(response, body => ruling.original(original, body), running.recorder.bodyBytes)
  }
  const body = after.content ? bytesOf(after.content) : read ? read.body : response.body
  const changed = madeOf(request.method === 'HEAD' ? null : body, after)
  if (changed) return dressed(changed, { url, type, redirected })
  ruling.note('the response was not changed: the browser does not allow it')
  return read ? dressed(new NativeResponse(read.body, { headers }), { url, type, redirected }) : response
}

// Undefined for a status that scripts cannot set.
function madeOf (body: BodyInit | null, { status, statusText, headers }: Original): Response | undefined {
  return quiet(() => new NativeResponse(isBodiless(status) ? null : body, { status, statusText, headers: joined(headers) }))
}

// Undefined if the body is not JSON, or longer than a patch changes.
async function readJson (response: Response): Promise<ReadResult | undefined> {
  const length = Number(response.headers.get('content-length') ?? 0)
  if (!isJsonType(response.headers.get('content-type') ?? '') || length > MAX_JSON) return undefined
  return await readText(response, MAX_JSON)
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
  const { method, credentials, cache, redirect, referrer, referrerPolicy, integrity, keepalive, signal, mode } = request
  try {
    // Without them, a request that is made of another gets the referrer of the page.
    const same = { headers, referrer, referrerPolicy }
    if (url === request.url) return new NativeRequest(request, content ? { ...same, body: bytesOf(content) } : same)
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
