// Filtering the entries of a session, without a browser: a newly typed regex runs even if no entry ever changes afterwards, as in a saved
// page.
import t from 'tap'
import { signal } from '@preact/signals'
import type { Entry } from '../../../../src/schema/entry.js'
import { Filtering } from '../../../../src/web/viewer/model/filter/filtering.js'
import type { RegexMatches } from '../../../../src/web/viewer/model/filter/regex-worker.js'
import type { WorkerLike } from '../../../../src/web/viewer/model/filter/regexes.js'
import { entryWith } from '../../../exchange/entry.js'

const NOTHING = { idsOf: async () => new Set<string>(), wholes: async function * () {} }

t.test('a regex is run even if the entries never change, as in a saved page', async t => {
  const batches: number[][] = []
  const worker: WorkerLike = { onmessage: null, onerror: null, postMessage: ({ ask }) => { batches.push(ask) }, terminate () {} }
  const text = signal('')
  let start = (_: WorkerLike) => {}
  const started = new Promise<WorkerLike>(resolve => { start = resolve })
  const startWorker = () => {
    start(worker)
    return worker
  }
  const filtering = new Filtering({
    entries: signal<readonly Entry[]>([entryWith({ id: '1-a' }), entryWith({ id: '2-a' })]),
    text,
    context: signal({}),
    startWorker,
    sources: NOTHING
  })
  t.teardown(() => filtering.close())
  text.value = '/a/'
  t.notOk(filtering.isWhole.value)
  await started
  worker.onmessage?.({ data: {} } as MessageEvent<RegexMatches>)
  t.equal(batches[0]?.length, 2)
})
