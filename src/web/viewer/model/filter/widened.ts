// A filter as if its words were sought in storage too, for "n more in storage".
import { all, any, type Query } from '../../../../filter/query.js'

/** Undefined where it has no words, or where what it finds would not be more. */
export function widened (query: Query): Query | undefined {
  const wide = withStorage(query)
  return wide === query ? undefined : wide
}

function withStorage (query: Query): Query {
  switch (query.type) {
    case 'text': return query.value.type === 'regex' ? query : any([query, { type: 'key', key: 'storage', values: [{ ...query.value, type: 'quoted' }] }])
    case 'all': return parted(query, all)
    case 'any': return parted(query, any)
    default: return query
  }
}

function parted (query: Query & { of: Query[] }, join: (queries: Query[]) => Query): Query {
  const of = query.of.map(withStorage)
  return of.every((part, n) => part === query.of[n]) ? query : join(of)
}
