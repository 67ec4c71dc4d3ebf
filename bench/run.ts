// npm run bench [-- name ...]: runs all benchmarks below, or those with the given names; bench/recorder-node.ts has a command of its own.
// docs/benchmarks.md quotes their ratios (both sides of a ratio are measured in the same run); docs/operations.md quotes the figures of
// `sizing`. The names: push batch list fanout growth replay slow idle guards reading readers redact stalls hostile held applied overload
// filter rules page page-felt page-large saved week recorder messages record proxy watch sizing.
import { benchApplied } from './applied.js'
import { benchBatch } from './batch.js'
import { benchFanout } from './fanout.js'
import { benchFilter } from './filter.js'
import { benchGrowth } from './growth.js'
import { benchGuards } from './guards.js'
import { benchIdle } from './idle.js'
import { benchList } from './list.js'
import { benchHeld } from './held.js'
import { benchHostile } from './hostile.js'
import { benchOverload } from './overload.js'
import { benchPage } from './page.js'
import { benchPageFelt } from './page-felt.js'
import { benchPageLarge } from './page-large.js'
import { benchProxy } from './proxy.js'
import { benchPush } from './push.js'
import { benchReaders } from './readers.js'
import { benchReading } from './reading.js'
import { benchRecord } from './record.js'
import { benchMessages } from './messages.js'
import { benchRecorder } from './recorder.js'
import { benchRedact } from './redact.js'
import { benchReplay } from './replay.js'
import { benchRules } from './rules.js'
import { benchSaved } from './saved.js'
import { benchSizing } from './sizing.js'
import { benchSlow } from './slow.js'
import { benchStalls } from './stalls.js'
import { benchWatch } from './watch.js'
import { benchWeek } from './week.js'

const benchmarks: Record<string, () => Promise<void>> = {
  push: benchPush,
  batch: benchBatch,
  list: benchList,
  fanout: benchFanout,
  growth: benchGrowth,
  replay: benchReplay,
  slow: benchSlow,
  idle: benchIdle,
  guards: benchGuards,
  reading: benchReading,
  readers: benchReaders,
  redact: benchRedact,
  stalls: benchStalls,
  hostile: benchHostile,
  held: benchHeld,
  applied: benchApplied,
  overload: benchOverload,
  filter: benchFilter,
  rules: benchRules,
  page: benchPage,
  'page-felt': benchPageFelt,
  'page-large': benchPageLarge,
  saved: benchSaved,
  week: benchWeek,
  recorder: benchRecorder,
  messages: benchMessages,
  record: benchRecord,
  proxy: benchProxy,
  sizing: benchSizing,
  watch: benchWatch
}

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(benchmarks)
for (const name of names) {
  const benchmark = benchmarks[name]
  if (!benchmark) throw new Error(`There is no benchmark ${name}: choose from ${Object.keys(benchmarks).join(', ')}`)
  await benchmark()
}
