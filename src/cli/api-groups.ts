// Groups the requests of a session or a recording by method, host and path. Reads one request at a time.
import type { Codes } from '../exchange/outcome.js'
import type { Entry } from '../schema/entry.js'
import type { ApiGroup } from '../summary/api-group.js'
import { ApiTable } from '../summary/api-table.js'
import { requestFiguresOf, type RequestFigures } from '../summary/request-figures.js'
import { repeatableOf } from '../summary/repeatable.js'
import { Repeats } from '../summary/repeats.js'

export interface GroupOptions {
  /** Groups the same method and path of all hosts together: for comparing recordings of two deployments. */
  isAnyHost?: boolean
  codes?: Codes | undefined
  /** Replaces the secrets of an entry. The search for duplicates uses the original, because all replaced values look the same. */
  shown?: (entry: Entry) => Entry
  /** Only matching requests are counted. Duplicates are found among all requests. */
  wanted?: (entry: Entry) => boolean
  /** Called for each counted request, with its figures: the same object as in the members of its group. */
  onCounted?: (entry: Entry, figures: RequestFigures) => void
}

/** The groups, in the order of their first requests. */
export async function groupByApi (entries: AsyncIterable<Entry> | Iterable<Entry>, options: GroupOptions = {}): Promise<ApiGroup[]> {
  const { isAnyHost = false, codes, shown = entry => entry, wanted = () => true, onCounted } = options
  const [table, repeats] = [new ApiTable(), new Repeats()]
  const counted = []
  for await (const recorded of entries) {
    const tracked = repeats.add(repeatableOf(recorded))
    const entry = shown(recorded)
    if (!wanted(entry)) continue
    const figures = requestFiguresOf(entry, { codes })
    counted.push({ tracked, figures })
    onCounted?.(entry, figures)
  }
  for (const { tracked: { isDuplicate, isNPlusOne }, figures } of counted) {
    table.add(Object.assign(figures, { isDuplicate, isNPlusOne }, isAnyHost && { host: '' }))
  }
  return table.groups
}
