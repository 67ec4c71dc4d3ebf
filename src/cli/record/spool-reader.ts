// Reads the files that recorded processes write (web/capture/node/spool.ts), each from its beginning, while it grows. A file is removed
// from its folder as soon as it is found, so that no recorded data stays on the disk, however this process ends.
import { open, readdir, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { PushDraft } from '../../web/capture/core/push.js'
import type { HandedPush } from '../../web/capture/node/hand-over.js'

export interface Spooled {
  take (push: HandedPush): void
  /** The process has ended, so it cannot report the end of these requests any more. */
  abandoned (pushes: PushDraft[]): void
  /** Back-pressure: whether the reader has to wait. */
  isFull (): boolean
}

interface Source {
  file: FileHandle
  pid: number
  /** The process or thread that writes the file; each writes one file at a time. */
  writer: string
  /** The parts of a line that is not complete yet. */
  begun: Buffer[]
}

const PART_BYTES = 1024 * 1024
const NEWLINE = 0x0a

export class SpoolReader {
  private readonly folder: string
  private readonly to: Spooled
  private sources: Source[] = []
  /** The pending requests of each process. */
  private readonly open = new Map<number, Map<string, PushDraft>>()
  private readonly part = Buffer.allocUnsafe(PART_BYTES)

  constructor (folder: string, to: Spooled) {
    this.folder = folder
    this.to = to
  }

  /** Reads the files until their end, or until `isFull`. Resolves with whether there may be more. */
  async read (): Promise<boolean> {
    // Checked first: a process that has ended by now writes nothing more.
    const gone = [...this.open.keys(), ...this.sources.map(({ pid }) => pid)].filter(pid => !isThere(pid))
    await this.find()
    for (const source of [...this.sources]) {
      if (!await this.readOn(source)) return true
      const isOld = gone.includes(source.pid) || this.sources.findLast(({ writer }) => writer === source.writer) !== source
      if (isOld) await this.leave(source)
    }
    for (const pid of gone) this.abandon(pid)
    return false
  }

  async close (): Promise<void> {
    for (const source of [...this.sources]) await this.leave(source)
    await rm(this.folder, { recursive: true, force: true })
  }

  private async find (): Promise<void> {
    const names = await readdir(this.folder)
    // The number of the file is at the end of its name.
    names.sort((a, b) => Number(a.slice(a.lastIndexOf('-') + 1)) - Number(b.slice(b.lastIndexOf('-') + 1)))
    for (const name of names) {
      const path = join(this.folder, name)
      const file = await open(path)
      await rm(path)
      this.sources.push({ file, pid: Number.parseInt(name), writer: name.slice(0, name.lastIndexOf('-')), begun: [] })
    }
  }

  /** Resolves with whether the file was read to its end. */
  private async readOn (source: Source): Promise<boolean> {
    while (!this.to.isFull()) {
      const { bytesRead } = await source.file.read(this.part, 0, PART_BYTES)
      if (bytesRead === 0) return true
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
    const push = JSON.parse(line) as HandedPush
    const own = this.open.get(pid) ?? new Map<string, PushDraft>()
    this.open.set(pid, own)
    if (push.timeConsuming > 0) own.delete(push.requestId)
    else if (push.key === undefined) own.set(push.requestId, push)
    this.to.take(push)
  }

  private abandon (pid: number): void {
    const own = this.open.get(pid)
    this.open.delete(pid)
    if (own?.size) this.to.abandoned([...own.values()])
  }

  private async leave (source: Source): Promise<void> {
    this.sources = this.sources.filter(other => other !== source)
    await source.file.close()
  }
}

function isThere (pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
