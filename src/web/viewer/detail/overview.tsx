// The overview of a request: its note, query, headers, cookies, tokens, the calls that led to it, page parameters, and screenshots. The
// facts line and the other tabs show the rest.
import { useMemo, useState } from 'preact/hooks'
import { addressOf, queryOf } from '../../../exchange/address.js'
import { isAppError } from '../../../exchange/app-error.js'
import { readHeaders, valuesOf, type Headers } from '../../../exchange/headers.js'
import type { ListedEntry } from '../../../exchange/held.js'
import { isNearby, timeSpanOf } from '../../../exchange/time-span.js'
import type { Entry } from '../../../schema/entry.js'
import { durationText } from '../../../text/duration.js'
import { FieldsTable } from '../bodies/fields-table.js'
import { JsonTree } from '../bodies/json-tree.js'
import { LastGoodNotice } from '../compare/compare-button.js'
import { usePage } from '../context.js'
import { Safe } from '../kit/safe.js'
import { Calls } from '../initiator/calls.js'
import { Enlarged } from '../screenshots/enlarged.js'
import { clockOf } from '../text/moments.js'
import { Section } from './section.js'
import { HeadersTable } from './side-tab.js'
import { Tokens } from './tokens.js'

export function Overview ({ entry }: { entry: Entry }) {
  const { words: { detail: words, initiator: callWords } } = usePage()
  const { api, requestHeader, responseHeader, pageParams, initiator } = entry
  const query = useMemo(() => queryOf(addressOf(entry).query), [api])
  const sent = useMemo(() => cookiesSent(readHeaders(requestHeader)), [requestHeader])
  const set = useMemo(() => cookiesSet(readHeaders(responseHeader)), [responseHeader])
  const isError = isAppError(entry)
  return (
    <div class='overview'>
      {entry.note && <p class='notice warn' role='note'>{words.note}: <Safe text={entry.note} /></p>}
      {isError && (
        <Section name='stack' title={words.stack}>
          <p class='section-text mono'><Safe text={entry.response} lines most={20_000} /></p>
        </Section>
      )}
      <LastGoodNotice entry={entry} />
      {query.length > 0 && (
        <Section name='query' title={words.query} count={query.length}><FieldsTable fields={query} label={words.query} /></Section>
      )}
      {!isError && (
        <Section
          name='requestHeaders' title={words.requestHeaders}
        >
          <HeadersTable header={requestHeader} label={words.requestHeaders} />
        </Section>
      )}
      {responseHeader !== '' && !isError && (
        <Section
          name='responseHeaders' title={words.responseHeaders}
        >
          <HeadersTable header={responseHeader} label={words.responseHeaders} />
        </Section>
      )}
      {sent.length > 0 && (
        <Section
          name='sent' title={words.requestCookies} count={sent.length}
        >
          <FieldsTable fields={sent} label={words.requestCookies} />
        </Section>
      )}
      {set.length > 0 && (
        <Section
          name='set' title={words.responseCookies} count={set.length}
        >
          <FieldsTable fields={set} label={words.responseCookies} />
        </Section>
      )}
      <Tokens entry={entry} />
      {initiator && (
        <Section name='initiator' title={callWords.title} count={initiator.length}><Calls calls={initiator} /></Section>
      )}
      {pageParams !== '' && <Section name='page' title={words.page}><PageParams text={pageParams} label={words.page} /></Section>}
      <Nearby entry={entry} />
    </div>
  )
}

function PageParams ({ text, label }: { text: string, label: string }) {
  return /^\s*[[{]/.test(text)
    ? <JsonTree text={text} label={label} inline />
    : <p class='section-text mono'><Safe text={text} lines most={20_000} /></p>
}

// Screenshots from shortly before or after the start of a request.
function Nearby ({ entry }: { entry: ListedEntry }) {
  const { session, words: { detail: words, screenshots } } = usePage()
  const [enlarged, setEnlarged] = useState<string | undefined>(undefined)
  const span = timeSpanOf(entry)
  const shots = session.screenshots.value.filter(({ timestamp }) => isNearby(span, timestamp))
  if (shots.length === 0) return null
  return (
    <Section name='shots' title={words.shots} count={shots.length}>
      <div class='nearby'>
        {shots.map(shot => {
          const by = shot.timestamp - span.fromMs
          return (
            <button
              key={shot.id}
              type='button'
              class='nearby-shot'
              aria-label={screenshots.enlarge(clockOf(shot.timestamp))}
              onClick={() => setEnlarged(shot.id)}
            >
              <img src={session.screenshotUrl(shot)} alt='' loading='lazy' />
              <span>{by < 0 ? words.shotBefore(durationText(-by)) : words.shotAfter(durationText(by))}</span>
            </button>
          )
        })}
      </div>
      {enlarged !== undefined && <Enlarged id={enlarged} onStep={setEnlarged} onClose={() => setEnlarged(undefined)} />}
    </Section>
  )
}

interface Cookie {
  name: string
  value: string
  /** `Path=/; HttpOnly` */
  remark?: string
}

// The cookies of the headers, as they were written: name, value, and the attributes that the server set.
function cookiesSent (headers: Headers): Cookie[] {
  return valuesOf(headers, 'cookie').flatMap(value => value.split(';')).map(readPair).filter(isSaid)
}

function cookiesSet (headers: Headers): Cookie[] {
  return valuesOf(headers, 'set-cookie').map(value => {
    const [first = '', ...attributes] = value.split(';')
    return { ...readPair(first), ...attributes.length > 0 && { remark: attributes.map(attribute => attribute.trim()).join('; ') } }
  }).filter(isSaid)
}

// For a cookie without a name, browsers send only the value.
function readPair (pair: string): Cookie {
  const equals = pair.indexOf('=')
  return { name: pair.slice(0, Math.max(0, equals)).trim(), value: pair.slice(equals + 1).trim() }
}

function isSaid ({ name, value }: Cookie): boolean {
  return name !== '' || value !== ''
}
