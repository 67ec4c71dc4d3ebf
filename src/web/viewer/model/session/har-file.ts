// Writes and reads HAR files on the page. This module is loaded when a person needs it. It never builds one string of all entries.
import { createHarWriter } from '../../../../har/har-writer.js'
import { parseHar } from '../../../../har/recording.js'
import { startMsOf } from '../../../../exchange/outcome.js'
import type { Entry, FullEntry } from '../../../../schema/entry.js'
import type { Api } from './api.js'
import { BlobParts } from './blob-parts.js'
import { withMessages } from './full-entries.js'
import type { Session } from './session.js'

const VERSION = String(import.meta.env.VITE_VERSION)
/** Well below the default of BODY_LIMIT, and small enough that a person sees the import advance and can stop it. */
const PART_CHARACTERS = 1_000_000
const PART_ENTRIES = 200

/** Like `harOf`, with the messages of streams. */
export async function sessionHar (session: Session, entries: AsyncIterable<Entry>, secrets: 'redact' | 'keep'): Promise<Blob> {
  return await harOf(withMessages(session, entries), session.id, secrets)
}

export async function harOf (
  entries: Iterable<FullEntry> | AsyncIterable<FullEntry>, title: string, secrets: 'redact' | 'keep'
): Promise<Blob> {
  const writer = createHarWriter({ title, version: VERSION, secrets })
  const parts = new BlobParts()
  let isFirst = true
  for await (const entry of entries) {
    parts.add(isFirst ? writer.head(startMsOf(entry)) : writer.between)
    parts.add(writer.entry(entry))
    isFirst = false
  }
  if (isFirst) parts.add(writer.head(undefined))
  parts.add(writer.tail)
  return parts.blob('application/json')
}

export interface ImportOptions {
  signal: AbortSignal
  /** How many of how many entries the service has answered. */
  onProgress: (done: number, of: number) => void
}

export interface Imported {
  recorded: number
  refused: number
  /** Of the first one that was refused; empty if none was. */
  reason: string
}

/** Sends the file in parts. Rejects with a sentence. */
export async function importHar (file: Blob, api: Api, { signal, onProgress }: ImportOptions): Promise<Imported> {
  const { log } = parseHar(await file.text())
  const { entries: given, ...rest } = log ?? {}
  const entries = given ?? []
  let [recorded, refused, reason] = [0, 0, '']
  for (const part of partsOf(entries)) {
    onProgress(recorded + refused, entries.length)
    const body = `{"log":{${JSON.stringify(rest).slice(1, -1) || '"version":"1.2"'},"entries":[${part.join(',')}]}}`
    const reply = await api.ask('POST', 'capture/har', body, { headers: { 'content-type': 'application/json' }, signal })
    const { data } = await reply.json() as { data: ({ id: string } | { message: string })[] }
    const good = data.filter(one => 'id' in one).length
    recorded += good
    refused += data.length - good
    for (const one of data) if ('message' in one) reason ||= one.message
  }
  return { recorded, refused, reason }
}

/** One part after the other: the next one is only made when the one before has been sent. */
function * partsOf (entries: readonly unknown[]): Generator<string[]> {
  let part: string[] = []
  let length = 0
  for (const entry of entries) {
    const text = JSON.stringify(entry)
    if (part.length > 0 && (length + text.length > PART_CHARACTERS || part.length >= PART_ENTRIES)) {
      yield part
      part = []
      length = 0
    }
    part.push(text)
    length += text.length
  }
  if (part.length > 0) yield part
}
