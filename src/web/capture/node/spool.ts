// A recorded process writes each push to a file immediately. Another process reads the file and sends the pushes: `earshot record`, or the
// process that started this one.
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import type { Sink } from './hand-over.js'

/** A program gets it in its environment. */
export interface SpoolPlace {
  /** Where the files go, with one push on each line. The reader removes a file from the folder as soon as it finds it. */
  folder: string
  /** The process that reads them. */
  reader: number
  /** The rules of the session when the program was started, as core/rules/kept.ts writes them. */
  rules?: string | undefined
}

/** Beyond this size, a new file is started, so that the disk space of the old one becomes free when it has been read. */
const MAX_BYTES = 32 * 1024 * 1024

/** An empty file tells the reader that this process is recorded, even if it makes no request. */
export function sayHello ({ folder }: SpoolPlace): void {
  writeFileSync(join(folder, `${process.pid}-${threadId}-hello-0`), '', { mode: 0o600 })
}

export class Spool implements Sink {
  private readonly name = `${process.pid}-${threadId}-${randomBytes(6).toString('hex')}`
  private files = 0
  private file: number | undefined
  private bytes = 0
  /** A write takes longer than everything else that is done for a request. */
  readonly mayWait = true
  isOver = false

  /** `mayLeave`: the reader may continue after it has ended its reading; then its folder is gone. */
  constructor (private readonly place: SpoolPlace, private readonly mayLeave = false) {}

  /** False if the reader is gone. What was written just then may be read, too: a push that is sent twice does no harm. */
  write (lines: string): boolean {
    if (this.isOver) return false
    try {
      // Throws if there is no such process.
      process.kill(this.place.reader, 0)
      const bytes = Buffer.from(lines)
      this.file ??= openSync(join(this.place.folder, `${this.name}-${this.files++}`), 'ax', 0o600)
      for (let at = 0; at < bytes.length;) at += writeSync(this.file, bytes, at)
      this.bytes += bytes.length
      if (this.bytes > MAX_BYTES) this.close()
      if (!this.mayLeave || existsSync(this.place.folder)) return true
    } catch {}
    this.isOver = true
    this.close()
    return false
  }

  private close (): void {
    const { file } = this
    this.file = undefined
    this.bytes = 0
    if (file !== undefined) closeSync(file)
  }
}
