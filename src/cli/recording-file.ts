// Reads recordings from files and stdin: HAR of any recorder, or entries of Earshot as a JSON array or one per line.
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { Entry as HarEntry, Har } from 'har-format'
import { importHar, isRequest } from '../har/import.js'
import { listOf, objectOf, parseHar, type AsWritten } from '../har/recording.js'
import { readVerbatim } from '../har/verbatim.js'
import type { Entry } from '../schema/entry.js'
import { fileFault, usageFailure } from './failure.js'
import { sayReading } from './terminal-input.js'

export interface RecordingFile {
  /** The bytes of the file, if it is a HAR. */
  har: Buffer<ArrayBuffer> | undefined
  /** The entries of a HAR. An entry of Earshot is wrapped in a HAR entry that holds nothing else. */
  entries: AsWritten<HarEntry>[]
  pages: unknown
}

/** `-` is stdin. Throws a Failure if the file cannot be read. */
export async function readBytes (file: string): Promise<Buffer<ArrayBuffer>> {
  try {
    if (file !== '-') return await readFile(file)
    sayReading()
    return await buffer(process.stdin)
  } catch (error) {
    throw usageFailure(`${nameOf(file)} cannot be read: ${fileFault(error)}`)
  }
}

/** The name of the file in a message. */
export function nameOf (file: string): string {
  return file === '-' ? 'stdin' : file
}

export async function readRecording (file: string): Promise<RecordingFile> {
  const bytes = await readBytes(file)
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '').trimStart()
  if (text === '') throw usageFailure(`${nameOf(file)} is empty`)
  try {
    return isOwn(text) ? { har: undefined, entries: ownEntries(text), pages: undefined } : ofHar(bytes, parseHar(text))
  } catch (error) {
    throw usageFailure(`${nameOf(file)} is not a recording: ${(error as Error).message}`)
  }
}

/** The entries as the service would record them, without those that it would refuse. */
export function entriesIn ({ entries, pages }: RecordingFile): Entry[] {
  const har = { log: { entries: entries.filter(isRequest), pages } } as AsWritten<Har>
  return importHar(har, 'file').map((push, n) => ({ id: `${n + 1}`, timestamp: push.startTime ?? 0, ...push }))
}

function ofHar (bytes: Buffer<ArrayBuffer>, har: AsWritten<Har>): RecordingFile {
  const log = objectOf(har.log)
  return { har: bytes, entries: listOf(log.entries), pages: log.pages }
}

function isOwn (text: string): boolean {
  if (text.startsWith('[')) return true
  try {
    // A HAR may also be a single line, but it has no `api`.
    const first = JSON.parse(text.split('\n', 1)[0] ?? '') as { api?: unknown }
    return typeof first.api === 'string'
  } catch {
    return false
  }
}

function ownEntries (text: string): AsWritten<HarEntry>[] {
  const values = text.startsWith('[')
    ? JSON.parse(text) as unknown[]
    : text.split('\n').filter(line => line.trim() !== '').map(line => JSON.parse(line) as unknown)
  return values.map((value, n) => {
    if (!readVerbatim(value)) throw new Error(`its entry ${n + 1} was not written by Earshot (for pushes, use earshot push)`)
    return { _earshot: value }
  })
}
