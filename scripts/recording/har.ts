// Tidies what Playwright recorded: makes it valid HAR 1.2, removes random fields that nobody reads, and adds the bodies that
// Chromium does not report (files, bytes, and bodies that a redirect repeats), as the server received them.
import type { Entry, Har, Param } from 'har-format'
import { Value } from 'typebox/value'
import { HarSchema } from './har-schema.js'
import type { Received } from './server.js'

/** Throws if the result is not valid HAR 1.2. */
export async function tidyHar (recorded: string, received: Received[]): Promise<Har> {
  const har = JSON.parse(recorded) as Har
  for (const [n, page] of (har.log.pages ?? []).entries()) {
    for (const entry of har.log.entries) if (entry.pageref === page.id) entry.pageref = `page_${n + 1}`
    page.id = `page_${n + 1}`
  }
  for (const entry of har.log.entries) {
    tidyEntry(entry)
    await fillBody(entry, received)
  }
  const [fault] = Value.Errors(HarSchema, har)
  if (fault) throw new Error(`The recording is not HAR 1.2: ${fault.instancePath} ${fault.message}`)
  return har
}

const RANDOM = ['_frameref', '_monotonicTime', '_securityDetails', '_serverPort'] as const

function tidyEntry (entry: Entry): void {
  for (const field of RANDOM) delete entry[field]
  const { response, timings } = entry
  // Playwright writes -1 for a failed request; browsers write 0 in HAR files.
  response.status = Math.max(0, response.status)
  response.content.size = Math.max(0, response.content.size)
  for (const phase of ['send', 'wait', 'receive'] as const) timings[phase] = rounded(timings[phase])
  entry.time = rounded(entry.time)
}

function rounded (ms = 0): number {
  return Math.max(0, Number(ms.toFixed(3)))
}

/** Requests with the same method and address are matched by their order. */
async function fillBody ({ request }: Entry, received: Received[]): Promise<void> {
  const at = received.findIndex(({ method, url }) => method === request.method && url === request.url)
  const seen = at < 0 ? undefined : received.splice(at, 1)[0]
  if (!seen || seen.body.length === 0 || request.postData?.text) return
  const mimeType = seen.type
  request.bodySize = seen.body.length
  request.postData = mimeType.startsWith('multipart/')
    ? { mimeType, params: await formParams(seen) }
    // Bytes as text: one character for each byte, because HAR has no other way.
    : { mimeType, text: seen.body.toString(mimeType.includes('json') ? 'utf8' : 'latin1') }
}

async function formParams ({ type, body }: Received): Promise<Param[]> {
  const form = await new Response(body, { headers: { 'content-type': type } }).formData()
  return [...form].map(([name, value]) =>
    typeof value === 'string' ? { name, value } : { name, fileName: value.name, contentType: value.type })
}
