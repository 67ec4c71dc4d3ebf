// Observes the bodies of responses that the page reads as streams, piece by piece, when the page gets each piece. It reads nothing that the
// page does not read.
import type { BodyMessages } from '../core/body-messages.js'
import type { Call } from './frameless.js'
import { reasonOf } from './heads.js'
import type { Patches } from './patch.js'

/** Gets everything that is read of one body. Two branches of a stream share it. */
export interface BodyReading extends BodyMessages {
  /** How many bytes were observed. */
  bytes: number
  /** How many branches are not canceled. */
  branches: number
}

/** A stream, or a reader of it. `at`: how many bytes it has handed out. */
interface Source { reading: BodyReading, at: number }

type Result = ReadableStreamReadResult<unknown>

export class BodyStreams {
  private readonly sources = new WeakMap<object, Source>()
  private isWrapped = false

  constructor (private readonly patches: Patches) {}

  add (stream: ReadableStream, reading: BodyReading): void {
    this.sources.set(stream, { reading, at: 0 })
    if (!this.isWrapped) this.wrap()
    this.isWrapped = true
  }

  private wrap (): void {
    const { patches, sources } = this
    const end = ([, self]: Call) => {
      const source = sources.get(self)
      // A locked stream cannot be canceled, and the other branch goes on.
      if (!source || (self as ReadableStream).locked) return undefined
      sources.delete(self)
      return () => { if (--source.reading.branches === 0) source.reading.end('canceled by the page') }
    }
    const stream = ReadableStream.prototype
    patches.add(stream, 'getReader', ([, self]) => {
      const source = sources.get(self)
      return source && ((reader: object) => { sources.set(reader, source) })
    })
    patches.add(stream, 'tee', ([, self]) => {
      const source = sources.get(self)
      return source && ((branches: object[]) => {
        source.reading.branches++
        for (const branch of branches) sources.set(branch, { ...source })
      })
    })
    patches.add(stream, 'cancel', end)
    patches.add(stream, 'pipeTo', call => this.pipe(call))
    patches.add(stream, 'pipeThrough', call => this.pipe(call))
    for (const { prototype } of [ReadableStreamDefaultReader, ReadableStreamBYOBReader]) {
      patches.add(prototype, 'read', ([, self]) => sources.has(self) ? (promise: Promise<Result>) => this.read(self, promise) : undefined)
      patches.add(prototype, 'cancel', end)
      // A read that is pending is then rejected, although the stream goes on.
      patches.add(prototype, 'releaseLock', ([, self]) => () => { sources.delete(self) }, { returns: false })
    }
  }

  // The page gets the browser's own promise. Our functions run first, before the page can change the bytes.
  private read (reader: object, promise: Promise<Result>): void {
    promise.then(({ done, value }) => {
      const source = this.sources.get(reader)
      if (!source) return
      if (done) source.reading.end('')
      else if (ArrayBuffer.isView(value)) take(source, new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
    }, (error: unknown) => this.sources.get(reader)?.reading.end(reasonOf(error)))
  }

  // The browser pipes without calling functions that we could watch. So it pipes another stream, which reads this one, and only on demand.
  private pipe (call: Call): ((result: unknown) => void) | undefined {
    const stream = call[1] as ReadableStream
    if (!this.sources.has(stream) || stream.locked) return undefined
    let reader: ReadableStreamDefaultReader
    const free = () => reader.releaseLock()
    const pull = async (controller: ReadableStreamDefaultController) => {
      try {
        const read = await reader.read() as Result
        if (!read.done) return controller.enqueue(read.value)
        controller.close()
      } catch (error) {
        controller.error(error)
      }
      free()
    }
    const cancel = async (why: unknown) => {
      try {
        await reader.cancel(why)
      } finally {
        free()
      }
    }
    call[1] = new ReadableStream({ pull, cancel }, { highWaterMark: 0 }) as never
    // Not called if pipeThrough() throws; pipeTo() rejects instead. The browser asks for the first piece later.
    return result => {
      reader = stream.getReader()
      if (result instanceof Promise) result.then(free, free)
    }
  }
}

function take (source: Source, bytes: Uint8Array): void {
  const { reading } = source
  const from = Math.max(0, reading.bytes - source.at)
  source.at += bytes.length
  if (from >= bytes.length) return
  reading.bytes = source.at
  reading.piece(bytes.subarray(from))
}
