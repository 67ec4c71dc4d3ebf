// A GraphQL request: each query as it reads, and its variables as a tree.
import { useMemo } from 'preact/hooks'
import type { Entry } from '../../../schema/entry.js'
import { usePage } from '../context.js'
import { graphqlParts } from '../model/bodies/graphql-parts.js'
import { JsonTree } from './json-tree.js'
import { Safe } from '../kit/safe.js'
import './graphql-view.css'

const LONGEST = 100_000

export function GraphqlView ({ entry }: { entry: Entry }) {
  const { words: { bodies: words } } = usePage()
  const parts = useMemo(() => graphqlParts(entry), [entry])
  return (
    <div class='graphql-view'>
      {parts.map(({ operationName, query, variables }, n) => (
        <section key={n}>
          <h3>{operationName === '' ? words.query : <Safe text={operationName} />}</h3>
          {query !== '' && <pre class='graphql-query' tabIndex={0} aria-label={words.query}><Safe text={query} lines most={LONGEST} /></pre>}
          {query === '' && <p class='notice'>{words.persisted}</p>}
          {variables !== '' && <><h3>{words.variables}</h3><JsonTree text={variables} label={words.variables} inline /></>}
        </section>
      ))}
    </div>
  )
}
