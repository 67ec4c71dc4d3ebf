// The way from a filter's text to the entries that match, without a page.
import t from 'tap'
import { signal } from '@preact/signals'
import type { Entry } from '../../../../src/schema/entry.js'
import { Filtering } from '../../../../src/web/viewer/model/filter/filtering.js'
import type { Answer } from '../../../../src/web/viewer/model/filter/regex-worker.js'
import type { WorkerLike } from '../../../../src/web/viewer/model/filter/regexes.js'
import { entryWith } from '../../../exchange/entry.js'

const NOTHING = { idsOf: async () => new Set<string>(), wholes: async function * () {} }

t.test('an expression is run on entries that never change, which those of a saved page do not', async t => {
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
    letGo: NOTHING
  })
  t.teardown(() => filtering.close())
  text.value = '/a/'
  t.notOk(filtering.isWhole.value)
  await started
  worker.onmessage?.({ data: {} } as MessageEvent<Answer>)
  t.equal(batches[0]?.length, 2)
})
