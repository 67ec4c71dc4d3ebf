// The part of the recorder that keeps what it cannot send, or may not send yet, on the device. It is loaded only if an option of the page
// needs it.
import type { Host, Transport } from '../../core/host.js'
import type { Drain } from '../../core/keep/drain.js'
import type { KeepingTransport } from '../../core/keep/keeping-transport.js'
import { openKeep, type KeepHandle } from '../../core/keep/open.js'
import { limitsOf } from '../../core/options.js'
import type { Recorder } from '../../core/recorder.js'
import type { CaptureOptions } from '../capture-options.js'
import type { Service } from '../service.js'
import { DeviceBatches } from './device-batches.js'

export type { KeepHandle, Make } from '../../core/keep/open.js'

export interface KeepPart {
  /** `transportTo`: sends to the service, in this session. */
  open (
    recorder: Recorder, service: Service, options: CaptureOptions, host: Host, transportTo: (service: Service) => Transport
  ): Promise<KeepHandle>
}

/**
 * A page that was opened before the service was updated loads a newer part. The number in this name changes when an older delivery cannot
 * work with it.
 */
export const keep1: KeepPart = {
  open: async (recorder, service, options, host, transportTo) => await openKeep({
    recorder,
    service,
    options,
    host,
    transportTo,
    device: new DeviceBatches(host.random()),
    mostBytes: limitsOf(options).queueBytes,
    isOnline: () => navigator.onLine !== false,
    onReconnect: (keepingTransport, drain) => onReconnect(keepingTransport, drain, recorder)
  })
}

function onReconnect (keepingTransport: KeepingTransport, drain: Drain, recorder: Recorder): void {
  const over = new AbortController()
  const hear = (type: string, run: () => void) => {
    window.addEventListener(type, () => {
      if (recorder.isOver) over.abort()
      else run()
    }, over)
  }
  hear('online', () => drain.run())
  // Meanwhile, another page may have sent what this one has kept.
  hear('pageshow', () => {
    if (keepingTransport.isLeft) drain.run(drain.isOpen)
    keepingTransport.isLeft = false
  })
}
