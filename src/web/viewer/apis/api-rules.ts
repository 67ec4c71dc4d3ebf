// The starting point of a rule for a whole API: a filter that matches the API, and the newest request to it, preferably a complete one.
import type { ListedEntry } from '../../../exchange/held.js'
import { isPending } from '../../../exchange/outcome.js'
import { factsOf } from '../../../filter/facts.js'
import { print } from '../../../filter/print.js'
import { EVERYTHING } from '../../../filter/query.js'
import type { ApiFigures } from '../model/apis/figures.js'
import { onlyApi } from '../model/apis/grouping.js'
import type { Target } from '../rules/actions.js'

/** `rows`: all APIs of the table. Undefined if the API has no request any more. */
export function ruleTarget (entries: readonly ListedEntry[], api: ApiFigures, rows: readonly ApiFigures[]): Target | undefined {
  const isOfApi = (entry: ListedEntry) => {
    const { address, pattern } = factsOf(entry)
    return entry.method === api.method && pattern === api.path && address.host === api.host
  }
  const entry = entries.findLast(entry => isOfApi(entry) && !isPending(entry)) ?? entries.findLast(isOfApi)
  return entry && { entry, match: print(onlyApi(EVERYTHING, api, rows)) }
}
