// A request as the proxy's server reads it. Java's HttpClient offers HTTP/2 with every request (`Upgrade: h2c`): Node would take each for
// the begin of a WebSocket, and lose its body.
import { IncomingMessage } from 'node:http'

export class AppRequest extends IncomingMessage {
  /** Node's own, which is said to exist by its parser only. */
  get upgrade (): boolean {
    return isUpgrading.has(this) && (this.method === 'CONNECT' || /^websocket$/i.test(this.headers.upgrade ?? ''))
  }

  set upgrade (is: boolean | null) {
    if (is) isUpgrading.add(this)
    else isUpgrading.delete(this)
  }
}

// Node sets it before fields of the class are there.
const isUpgrading = new WeakSet<object>()
