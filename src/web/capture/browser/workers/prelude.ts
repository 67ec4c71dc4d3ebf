// The first script in a worker that the page has started: it starts the recorder. `wrappers.ts` puts it into a block that declares its
// settings as `EARSHOT_GIVEN`.
import { quiet } from '../../core/host.js'
import { workerEarshot } from '../worker/worker-earshot.js'
import { pretend } from './own-address.js'
import type { PreludeSettings } from './prelude-settings.js'

declare const EARSHOT_GIVEN: PreludeSettings

// A worker must start, whatever happens to the recorder.
quiet(() => {
  const { options, address, isBase, spent } = EARSHOT_GIVEN
  for (const blob of [location.href, ...spent]) URL.revokeObjectURL(blob)
  pretend(address, isBase)
  workerEarshot().start(options)
})
