// The requests of a session or a recording by method, host and path, read one after the other.
import type { Entry } from '../schema/entry.js'
import { ApiTable } from '../summary/api-table.js'
import { askedOf } from '../summary/asked.js'
import type { ApiGroup } from '../summary/api-group.js'

export interface GroupOptions {
  /** The same of all hosts is one: where a recording of one deployment is compared with one of another. */
  isAnyHost?: boolean
}

/** In the order in which they were first asked. */
export async function groupByApi (entries: AsyncIterable<Entry> | Iterable<Entry>, { isAnyHost = false }: GroupOptions = {}): Promise<ApiGroup[]> {
  const table = new ApiTable()
  for await (const entry of entries) {
    const asked = askedOf(entry)
    table.add(isAnyHost ? { ...asked, host: '' } : asked)
  }
  return table.groups
}
