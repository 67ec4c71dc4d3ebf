// The requests of a session or a recording by method, host and path, read one after the other.
import type { Codes } from '../exchange/outcome.js'
import type { Entry } from '../schema/entry.js'
import type { ApiGroup } from '../summary/api-group.js'
import { ApiTable } from '../summary/api-table.js'
import { askedOf, type Asked } from '../summary/asked.js'
import { repeatableOf } from '../summary/repeatable.js'
import { Repeats } from '../summary/repeats.js'

export interface GroupOptions {
  /** The same of all hosts is one: where a recording of one deployment is compared with one of another. */
  isAnyHost?: boolean
  codes?: Codes | undefined
  /** As they may be shown: all but duplicates is told from that, because what was replaced looks the same everywhere. */
  shown?: (entry: Entry) => Entry
  /** Only these are counted. What is a duplicate is told from all. */
  wanted?: (entry: Entry) => boolean
  /** Each that is counted, and what stands for it among the members of its group. */
  told?: (entry: Entry, asked: Asked) => void
}

/** In the order in which they were first asked. */
export async function groupByApi (entries: AsyncIterable<Entry> | Iterable<Entry>, options: GroupOptions = {}): Promise<ApiGroup[]> {
  const { isAnyHost = false, codes, shown = entry => entry, wanted = () => true, told } = options
  const [table, repeats] = [new ApiTable(), new Repeats()]
  const counted = []
  for await (const recorded of entries) {
    const tracked = repeats.add(repeatableOf(recorded))
    const entry = shown(recorded)
    if (!wanted(entry)) continue
    const asked = askedOf(entry, { codes })
    counted.push({ tracked, asked })
    told?.(entry, asked)
  }
  for (const { tracked: { isDuplicate, isNPlusOne }, asked } of counted) {
    table.add(Object.assign(asked, { isDuplicate, isNPlusOne }, isAnyHost && { host: '' }))
  }
  return table.groups
}
