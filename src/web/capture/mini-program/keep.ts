// Keeps what cannot be sent, or may not be sent yet, in the storage of the platform: for apps that ask for it.
import { quiet, type Host } from '../core/host.js'
import { openKeep, type KeepOptions, type KeepHandle } from '../core/keep/open.js'
import type { Service } from '../core/keep/service.js'
import { limitsOf } from '../core/options.js'
import type { Recorder } from '../core/recorder.js'
import type { Platform } from './platform.js'
import { storageOf } from './storage.js'
import { StoredBatches } from './stored-batches.js'
import type { MiniTransport } from './transport.js'

/** The app needs most of the 10 MB that a platform allows itself. */
const MAX_BYTES = 4 * 1024 * 1024

export async function keepOn (
  platform: Platform, recorder: Recorder, options: KeepOptions, host: Host, transport: MiniTransport
): Promise<KeepHandle> {
  const storage = storageOf(platform, host)
  const service: Service = { base: options.url.replace(/\/*$/, '/'), session: options.session, token: options.token }
  let isOnline = true
  return await openKeep({
    recorder,
    service,
    options,
    host,
    transportTo: ({ session }) => transport.inSession(session),
    device: new StoredBatches(storage ?? NONE),
    mostBytes: Math.min(MAX_BYTES, limitsOf(options).queueBytes),
    isOnline: () => isOnline,
    onReconnect (_transport, drain) {
      const run = () => { if (!recorder.isOver) drain.run() }
      quiet(() => platform.onAppShow?.(run))
      quiet(() => platform.onNetworkStatusChange?.(({ isConnected }) => {
        isOnline = isConnected !== false
        if (isOnline) run()
      }))
    }
  })
}

const fail = async () => await Promise.reject<never>(new Error('this platform has no storage'))
const NONE = { keys: fail, read: fail, write: fail, remove: fail }
