// Everything about a request but its bodies, on one page.
import { useMemo } from 'preact/hooks'
import { addressOf, queryOf } from '../../../exchange/address.js'
import { readHeaders } from '../../../exchange/headers.js'
import type { Entry } from '../../../schema/entry.js'
import { FieldsTable } from '../bodies/fields-table.js'
import { LastGoodNotice } from '../compare/last-good-notice.js'
import { JsonTree } from '../bodies/json-tree.js'
import { Safe } from '../kit/safe.js'
import { usePage } from '../context.js'
import { cookiesSent, cookiesSet } from './cookies.js'
import { General } from './general.js'
import { HeadersTable } from './headers-table.js'
import { Nearby } from './nearby.js'
import { Section } from './section.js'
import { Tokens } from './tokens.js'

export function Overview ({ entry }: { entry: Entry }) {
  const { words: { detail: words } } = usePage()
  const { api, requestHeader, responseHeader, pageParams } = entry
  const query = useMemo(() => queryOf(addressOf(entry).query), [api])
  const sent = useMemo(() => cookiesSent(readHeaders(requestHeader)), [requestHeader])
  const set = useMemo(() => cookiesSet(readHeaders(responseHeader)), [responseHeader])
  return (
    <div class='overview'>
      {entry.note && <p class='notice warn' role='note'>{words.note}: <Safe text={entry.note} /></p>}
      <LastGoodNotice entry={entry} />
      <General entry={entry} />
      {query.length > 0 && <Section name='query' title={words.query} count={query.length}><FieldsTable fields={query} label={words.query} /></Section>}
      <Section name='requestHeaders' title={words.requestHeaders}><HeadersTable header={requestHeader} label={words.requestHeaders} /></Section>
      {responseHeader !== '' && <Section name='responseHeaders' title={words.responseHeaders}><HeadersTable header={responseHeader} label={words.responseHeaders} /></Section>}
      {sent.length > 0 && <Section name='sent' title={words.requestCookies} count={sent.length}><FieldsTable fields={sent} label={words.requestCookies} /></Section>}
      {set.length > 0 && <Section name='set' title={words.responseCookies} count={set.length}><FieldsTable fields={set} label={words.responseCookies} /></Section>}
      <Tokens entry={entry} />
      {pageParams !== '' && <Section name='page' title={words.page}><PageParams text={pageParams} label={words.page} /></Section>}
      <Nearby entry={entry} />
    </div>
  )
}

function PageParams ({ text, label }: { text: string, label: string }) {
  return /^\s*[[{]/.test(text) ? <JsonTree text={text} label={label} inline /> : <p class='section-text mono'><Safe text={text} lines most={20_000} /></p>
}
