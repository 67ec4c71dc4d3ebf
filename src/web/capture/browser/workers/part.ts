// Records the dedicated workers that the page starts, although their scripts do not load the recorder: each worker gets the address of
// another script, which starts the recorder and then runs the original script. Shared workers are left as they are, because all tabs that
// use the same address share one worker.
import { quiet } from '../../core/host.js'
import { warn } from '../browser-host.js'
import type { Running } from '../page-earshot.js'
import { Patches } from '../patch.js'
import { hideFailedImport } from './failed-import.js'
import { KnownBlobs } from './known-blobs.js'
import { probe, type Allowed } from './probe.js'
import type { PreludeOptions } from './prelude-settings.js'
import { Wrappers } from './wrappers.js'

const HINT = 'To record a worker, load earshot-worker.js in its script.'

/** `prelude`: the recorder for workers. Resolves when it is known what the policy of the page allows; until then, nothing is replaced. */
export async function recordWorkers (running: Running, prelude: string): Promise<void> {
  const obstacle = obstacleOf(running)
  if (obstacle !== undefined) return warn(`Earshot does not record workers: ${obstacle}. ${HINT}`)
  const options = preludeOptions(running)
  const patches = new Patches()
  const blobs = new KnownBlobs(patches)
  running.over.signal.addEventListener('abort', () => patches.restore())
  const isAll = running.options.workers === 'all'
  const allowed = await probe(isAll)
  if (running.over.signal.aborted) return
  const forbidden = forbiddenOf(allowed, isAll)
  if (forbidden !== undefined) warn(`Earshot does not record ${forbidden}. ${HINT}`)
  if (allowed.classic) replaceWorkers(patches, new Wrappers(prelude, options, blobs, allowed))
}

function replaceWorkers (patches: Patches, wrappers: Wrappers): void {
  let wrapper: string | undefined
  // Called before the constructor. The arguments of a constructor are in the second place.
  patches.below = (name, call) => {
    if (name !== 'Worker') return
    wrapper = quiet(() => wrappers.wrap(call[1] as unknown[]))
  }
  patches.addClass(window, 'Worker', (worker: Worker) => {
    if (wrapper !== undefined) hideFailedImport(worker, wrapper)
    wrapper = undefined
  })
}

function forbiddenOf ({ classic, module, data, all }: Allowed, isAll: boolean): string | undefined {
  const why = 'the Content Security Policy of this page forbids that'
  if (!classic) return `workers: ${why}`
  if (isAll && !all) return `workers with URLs of this origin: ${UNKNOWN}`
  if (!module) return `module workers: ${why}`
  return data ? undefined : `workers with data: URLs: ${why}`
}

// See probe.ts.
const UNKNOWN = "the Content Security Policy of this page does not allow 'unsafe-eval', so the recorder cannot know whether it may load " +
  'their scripts'

// Functions cannot be sent to a worker: it would record what the page does not want to be recorded.
function obstacleOf ({ options: { ignore, mask }, service }: Running): string | undefined {
  if (ignore || (mask && mask.edit)) return 'a worker cannot call the `ignore` and `mask.edit` of this page'
  return service.session ? undefined : 'the page has no session'
}

function preludeOptions ({ options, service }: Running): PreludeOptions {
  const { source, when, limits, mask, initiator } = options
  return { url: service.base, session: service.session, token: service.token, source, when, limits, mask, initiator }
}
