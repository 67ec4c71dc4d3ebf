// navigator.sendBeacon: complete at once, for nobody ever sees its answer.
import { quiet } from '../core/host.js'
import { addressOf } from './heads.js'
import type { Patches } from './patch.js'
import type { Recording } from './recording.js'

export function wrapBeacon (patches: Patches, recording: Recording): void {
  patches.add(Navigator.prototype, 'sendBeacon', {
    apply (native, self, args: unknown[]) {
      const queued = Reflect.apply(native, self, args) as boolean
      quiet(() => {
        const exchange = recording.begin({ method: 'POST', address: addressOf(args[0]), headers: [], body: args[1], via: 'beacon' })
        if (queued) exchange?.end({ responseHeader: '', note: 'queued, answer not seen' })
        else exchange?.fail('refused by the browser: too much under way')
      })
      return queued
    }
  })
}
