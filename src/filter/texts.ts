// The texts of an entry that a key looks at. What is not there is not in the list, so that nothing is found in it, not even by `*`.
import { queryOf } from '../exchange/address.js'
import { longTextOf, type Held } from '../exchange/held.js'
import { markTexts } from '../exchange/mark.js'
import { factsOf } from './facts.js'
import type { KeyName } from './keys.js'

export function textsOf (key: KeyName, entry: Held): readonly string[] {
  switch (key) {
    case 'method': return [entry.method]
    case 'host': return given(factsOf(entry).address.host)
    case 'path': return [factsOf(entry).address.path]
    case 'api': return [factsOf(entry).pattern]
    case 'query': return queries(factsOf(entry).address.query)
    case 'code': return given(factsOf(entry).code)
    case 'kind': return [factsOf(entry).kind]
    case 'mime-type': return given(factsOf(entry).body.mediaType)
    case 'body': return [longTextOf(entry, 'response'), longTextOf(entry, 'request')]
    case 'request': return [longTextOf(entry, 'request')]
    case 'response': return [longTextOf(entry, 'response')]
    case 'storage': return [longTextOf(entry, 'storage')]
    case 'params': return [longTextOf(entry, 'pageParams')]
    case 'source': return given(entry.source)
    case 'via': return given(entry.via)
    case 'note': return given(entry.note)
    case 'mark': return markTexts(entry.mark)
    default: return []
  }
}

function given (text: string | undefined): string[] {
  return text ? [text] : []
}

// As sent and, where that is something else, decoded name by name.
function queries (query: string): string[] {
  return /[%+]/.test(query) ? [query, ...queryOf(query).map(({ name, value }) => `${name}=${value}`)] : [query]
}
