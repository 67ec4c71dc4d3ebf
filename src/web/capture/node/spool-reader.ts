// Reads the files that recorded processes write (spool.ts), each from its beginning, while it grows. A file is opened and removed from its
// folder as soon as it is found, so that no recorded data stays on the disk, however this process ends. All reads are synchronous, because
// this process also reads the rest while it exits.
import { closeSync, fstatSync, openSync, readdirSync, readSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { PushDraft } from '../core/push.js'
import type { HandedPush } from './hand-over.js'
import { processExists } from './process-exists.js'

export interface Spooled {
  take (push: HandedPush): void
  /** Its process has ended, so it cannot report the end of this request any more. */
  abandoned (push: PushDraft): void
  /** Everything of this process, which has ended, was passed on. */
  over? (pid: number): void
  /** Back-pressure: whether the reader has to wait. */
  isFull (): boolean
}

interface Source {
  file: number
  /** How many of its bytes were read. */
  at: number
  pid: number
  /** The process or thread that writes the file; each writes one file at a time. */
  writer: string
  /** The parts of a line that is not complete yet. */
  begun: Buffer[]
}

const NEWLINE = 0x0a

export class SpoolReader {
  private sources: Source[] = []
  /** The pending requests of each process. */
  private readonly open = new Map<number, Map<string, PushDraft>>()
  private readonly part: Buffer
  private roomBytes = 0

  /** `partBytes`: how much is read before the next question whether the reader has to wait. */
  constructor (private folder: string, private readonly to: Spooled, partBytes = 1024 * 1024) {
    this.part = Buffer.allocUnsafe(partBytes)
  }

  /** Whether it has files that may still grow. */
  get isReading (): boolean {
    return this.sources.length > 0
  }

  get unreadBytes (): number {
    return this.sources.reduce((sum, { file, at }) => sum + fstatSync(file).size - at, 0)
  }

  /** Reads the files until their end, or until `isFull`, or about `mostBytes`. Returns whether there may be more. */
  read (mostBytes = Infinity): boolean {
    this.roomBytes = mostBytes
    // Checked first: a process that has ended by now writes nothing more.
    const gone = [...this.open.keys(), ...this.sources.map(({ pid }) => pid)].filter(pid => !processExists(pid))
    this.find()
    for (const source of [...this.sources]) {
      if (!this.readOn(source)) return true
      const isOld = gone.includes(source.pid) || this.sources.findLast(({ writer }) => writer === source.writer) !== source
      if (isOld) this.leave(source)
    }
    return !gone.every(pid => this.abandon(pid))
  }

  /** From now on, writers do not find the folder: what they write after that, nobody reads. */
  hide (): void {
    const hidden = `${this.folder}-over`
    renameSync(this.folder, hidden)
    this.folder = hidden
  }

  close (): void {
    for (const source of [...this.sources]) this.leave(source)
    rmSync(this.folder, { recursive: true, force: true })
  }

  private find (): void {
    const names = readdirSync(this.folder)
    // The number of the file is at the end of its name.
    names.sort((a, b) => Number(a.slice(a.lastIndexOf('-') + 1)) - Number(b.slice(b.lastIndexOf('-') + 1)))
    for (const name of names) {
      const path = join(this.folder, name)
      const file = openSync(path, 'r')
      rmSync(path)
      this.sources.push({ file, at: 0, pid: Number.parseInt(name), writer: name.slice(0, name.lastIndexOf('-')), begun: [] })
    }
  }

  /** Returns whether the file was read to its end. */
  private readOn (source: Source): boolean {
    while (this.roomBytes > 0 && !this.to.isFull()) {
      const bytesRead = readSync(source.file, this.part)
      if (bytesRead === 0) return true
      source.at += bytesRead
      this.roomBytes -= bytesRead
      this.split(source, this.part.subarray(0, bytesRead))
    }
    return false
  }

  private split (source: Source, part: Buffer): void {
    let from = 0
    for (let end = part.indexOf(NEWLINE); end >= 0; end = part.indexOf(NEWLINE, from)) {
      this.line(source.pid, Buffer.concat([...source.begun, part.subarray(from, end)]).toString())
      source.begun = []
      from = end + 1
    }
    if (from < part.length) source.begun.push(Buffer.from(part.subarray(from)))
  }

  private line (pid: number, line: string): void {
    const push = JSON.parse(line) as HandedPush | null
    if (push === null) {
      this.open.delete(pid)
      return
    }
    const own = this.open.get(pid) ?? new Map<string, PushDraft>()
    this.open.set(pid, own)
    if (push.timeConsuming > 0) own.delete(push.requestId)
    else if (push.key === undefined) own.set(push.requestId, push)
    this.to.take(push)
  }

  /** Returns whether all its requests were passed on: a process may have thousands in progress, more than fit into a queue. */
  private abandon (pid: number): boolean {
    for (const [id, push] of this.open.get(pid) ?? []) {
      if (this.to.isFull()) return false
      this.open.get(pid)?.delete(id)
      this.to.abandoned(push)
    }
    this.open.delete(pid)
    this.to.over?.(pid)
    return true
  }

  private leave (source: Source): void {
    this.sources = this.sources.filter(other => other !== source)
    closeSync(source.file)
  }
}
