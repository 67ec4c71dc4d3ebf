// The summary of a session: first a line of facts for each entry, slice by slice, then the table, from all lines.
import type { Entry } from '../../schema/entry.js'
import type { Summary } from '../../schema/summary.js'
import type { ApiGroup } from '../../summary/api-group.js'
import { ApiTable, worstFirst } from '../../summary/api-table.js'
import { requestFiguresOf, type RequestFigures } from '../../summary/request-figures.js'
import { repeatableOf, type Repeatable } from '../../summary/repeatable.js'
import { Repeats } from '../../summary/repeats.js'

/** One line of text: the facts that show whether the entry is a repeat and, if it matches, its facts for the table. */
export function figuresText (entry: Entry, matches: boolean): string {
  return JSON.stringify([repeatableOf(entry), matches ? requestFiguresOf(entry) : null])
}

/** `texts`: lines of `figuresText`. `last`: how many of the matching entries count, from the newest on. */
export function tabulate (texts: Uint8Array[], last = Infinity): Summary {
  const decoder = new TextDecoder()
  const lines = texts.flatMap(bytes => decoder.decode(bytes).split('\n').filter(Boolean))
  const repeats = new Repeats()
  const all = lines.map(line => {
    const [repeatable, figures] = JSON.parse(line) as [Repeatable, RequestFigures | null]
    return { figures, tracked: repeats.add(repeatable) }
  })
  const chosen = all.filter(({ figures }) => figures !== null)
  const newest = chosen.slice(Math.max(0, chosen.length - last))
  const table = new ApiTable()
  for (const { figures, tracked: { isDuplicate, isNPlusOne } } of newest) if (figures) table.add({ ...figures, isDuplicate, isNPlusOne })
  return { entries: newest.length, apis: table.groups.sort(worstFirst).map(rowOf) }
}

function rowOf (group: ApiGroup): Summary['apis'][number] {
  const { method, host, path, count, pending, errors, duplicates, nPlusOne, outcomes, bytes, lastMs, times } = group
  const [p50, p95] = [times.percentile(50), times.percentile(95)]
  const known = { ...host !== '' && { host }, ...p50 !== undefined && { p50 }, ...p95 !== undefined && { p95 } }
  return {
    method, path, count, pending, errors, duplicates, nPlusOne, outcomes: Object.fromEntries(outcomes), bytes, last: lastMs, ...known
  }
}
