// A request of the app, as the proxy's server gets it: records its body in its `Passage` (passage.ts), and forwards it to the target.
import { IncomingMessage } from 'node:http'
import type { Passage } from './passage.js'

type Destination = NodeJS.WritableStream & { destroyed?: boolean }

export class AppRequest extends IncomingMessage {
  /** A field instead of a WeakMap, which took 12 % of the CPU time of each request that is not recorded. */
  passage: Passage | undefined
  /** The library's request to the target, which gets the body. */
  private destination: Destination | undefined
  private isPiped = false
  // Declared only: Node sets `upgrade` before the fields of the class exist.
  declare private isUpgrading: boolean

  /**
   * Node's own property, which only its parser sets. Java's HttpClient offers HTTP/2 with every request (`Upgrade: h2c`): Node would treat
   * each as the start of a WebSocket, and lose its body.
   */
  get upgrade (): boolean {
    return this.isUpgrading && (this.method === 'CONNECT' || /^websocket$/i.test(this.headers.upgrade ?? ''))
  }

  set upgrade (is: boolean | null) {
    this.isUpgrading = is === true
  }

  /** Node's parser calls it with each piece of the body. A listener of `data` would start the stream before the target is connected. */
  override push (chunk: unknown, encoding?: BufferEncoding): boolean {
    this.passage?.call.sends(chunk)
    return super.push(chunk, encoding)
  }

  /** The library calls it, once more for a retry. Node's pipe adds and removes a dozen listeners: 5 % of a request's CPU time. */
  override pipe<To extends NodeJS.WritableStream> (to: To): To {
    this.destination = to
    const finish = () => { this.finish() }
    if (this.readableEnded) process.nextTick(finish)
    else if (!this.isPiped) this.on('data', (piece: Buffer) => { this.forward(piece) }).on('end', finish)
    this.isPiped = true
    return to
  }

  /** The rest of the body is discarded. */
  override unpipe (): this {
    this.destination = undefined
    return this
  }

  private forward (piece: Buffer): void {
    const { destination } = this
    if (!destination || destination.destroyed || destination.write(piece)) return
    this.pause()
    destination.once('drain', () => { this.resume() })
  }

  private finish (): void {
    if (!this.destination?.destroyed) this.destination?.end()
  }
}
