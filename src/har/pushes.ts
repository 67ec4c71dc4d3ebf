// A HAR recording (1.1 or 1.2, of any browser) as the two-phase pushes that an app would have sent while it was made. Pure.
// Whatever the format asks for may be missing or null: an entry without it is still pushed.
import type { Har, Entry as HarEntry, Header, Page, PostData } from 'har-format'
import type { Push } from '../schema/push.js'

/** What browsers really write where the format asks for T. */
export type Written<T> = T extends readonly (infer Item)[]
  ? Written<Item>[]
  : T extends object ? { [Key in keyof T]?: Written<T[Key]> | null | undefined } : T

/** A push as recorded: whether its method is a registered one is for the service to judge. */
export type RecordedPush = Omit<Push, 'method'> & { method: string, requestId: string, timeConsuming: number }

export interface TimedPush {
  /** Milliseconds since the first request of the recording. */
  atMs: number
  push: RecordedPush
}

/** Stands for a recorded time of 0, which would say that the request is still under way. */
const SHORTEST_MS = 0.1

/** Throws with one line where the text is no HAR. */
export function parseHar (text: string): Written<Har> {
  const har: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
  if (!isHar(har)) throw new Error('it has no log.entries')
  return har
}

/** Every push in the order of its time, overlapping requests interleaved as recorded; request ids are `<prefix>-<n>`, from 1. */
export function replay (har: Written<Har>, prefix: string): TimedPush[] {
  const entries = har.log?.entries ?? []
  const firstMs = entries.map(startMs).filter(Number.isFinite).reduce((a, b) => Math.min(a, b), Infinity)
  // An entry whose start cannot be read plays with the one before it.
  let atMs = 0
  const pushes = entries.flatMap((entry, n): TimedPush[] => {
    const start = startMs(entry)
    if (Number.isFinite(start)) atMs = start - firstMs
    const page = har.log?.pages?.find(({ id }) => id && id === entry.pageref)
    const { pending, complete } = twoPhases(entry, `${prefix}-${n + 1}`, page)
    return [{ atMs, push: pending }, { atMs: atMs + complete.timeConsuming, push: complete }]
  })
  return pushes.sort((a, b) => a.atMs - b.atMs)
}

/** The push at the start of a request, and the one at its end (specification §4.1). */
export function twoPhases (entry: Written<HarEntry>, requestId: string, page?: Written<Page>): { pending: RecordedPush, complete: RecordedPush } {
  const request = entry.request ?? {}
  const start = { api: pathOf(request.url ?? ''), method: request.method || 'GET', requestId }
  const complete = {
    ...start,
    timeConsuming: elapsedMs(entry),
    requestHeader: rawHeaders(request.headers),
    request: requestBody(request.postData),
    responseHeader: rawHeaders(entry.response?.headers),
    response: responseBody(entry.response?.content),
    ...page && { pageParams: JSON.stringify({ id: page.id, title: page.title }) }
  }
  return { pending: { ...start, timeConsuming: 0, response: '' }, complete }
}

function isHar (value: unknown): value is Written<Har> {
  const { log } = (value ?? {}) as { log?: { entries?: unknown } | null }
  return Array.isArray(log?.entries)
}

function startMs (entry: Written<HarEntry>): number {
  return Date.parse(entry.startedDateTime ?? '')
}

/** Path and query, as an app names its request. */
function pathOf (url: string): string {
  if (!URL.canParse(url)) return url || '/'
  const { pathname, search } = new URL(url)
  return pathname + search || '/'
}

// Firefox may write a time of null, Chrome 0 for requests that failed or came from its cache, Playwright -1 for cancelled ones. Then the
// phases are added up, where -1 means "did not happen". ssl is not counted, because in HAR 1.2 it is a part of connect.
function elapsedMs ({ time, timings }: Written<HarEntry>): number {
  if (isPositive(time)) return time
  const { blocked, dns, connect, send, wait, receive } = timings ?? {}
  return [blocked, dns, connect, send, wait, receive].filter(isPositive).reduce((a, b) => a + b, 0) || SHORTEST_MS
}

function isPositive (value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}

// Headers only, without the start line, as an interceptor has them. Chrome joins the values of a repeated header by line
// feeds: each becomes a line of its own again.
function rawHeaders (headers: Written<Header>[] | null | undefined): string {
  return (headers ?? []).flatMap(({ name, value }) =>
    (value ?? '').split(/\r?\n/).map(line => `${name ?? ''}: ${line}`)).join('\r\n')
}

function requestBody (postData: Written<PostData> | null | undefined): string {
  if (postData?.text) return postData.text
  // A recorder that has parsed a form may keep no text. What a file held is gone then: its name stands for it.
  const fields = new URLSearchParams()
  for (const { name, value, fileName } of postData?.params ?? []) fields.append(name ?? '', value ?? fileName ?? '')
  return fields.toString()
}

const TEXTUAL = /^text\/|[/+-](nd)?(json|xml|javascript|ecmascript|yaml|graphql)\b|\/x-www-form-urlencoded\b/i

function responseBody (content: Written<HarEntry['response']['content']> | null | undefined): string {
  const { text, encoding, mimeType } = content ?? {}
  if (!text || encoding !== 'base64') return text ?? ''
  const decoded = TEXTUAL.test(mimeType ?? '') ? decode(text, mimeType ?? '') : undefined
  return decoded ?? `data:${mimeType || 'application/octet-stream'};base64,${text}`
}

/** Undefined where the bytes are not text in the charset that they claim: bytes are worth more than garbled text. */
function decode (base64: string, mimeType: string): string | undefined {
  const charset = /charset="?([^\s;"]+)/i.exec(mimeType)?.[1] ?? 'utf-8'
  try {
    const bytes = Uint8Array.from(atob(base64), char => char.charCodeAt(0))
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
