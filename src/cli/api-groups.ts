// The requests of a session or a recording by method and path, read one after the other.
import type { Entry } from '../schema/entry.js'
import { ApiTable, type ApiGroup } from '../summary/api-table.js'
import { askedOf } from '../summary/asked.js'

/** In the order in which they were first asked. */
export async function groupByApi (entries: AsyncIterable<Entry> | Iterable<Entry>): Promise<Map<string, ApiGroup>> {
  const table = new ApiTable()
  for await (const entry of entries) table.add(askedOf(entry))
  return table.groups
}
