// Where a request went, how it went, and how long it took.
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { addressOf } from '../../../exchange/address.js'
import { applicationCodeOf } from '../../../exchange/application-code.js'
import { requestBodyOf, responseBodyOf } from '../../../exchange/body.js'
import { isPending, startMsOf } from '../../../exchange/outcome.js'
import type { Entry } from '../../../schema/entry.js'
import { Safe } from '../kit/safe.js'
import { useCopy, usePage } from '../context.js'
import { durationText, exactDateOf, sizeText } from '../text/formats.js'
import { Icon } from '../kit/icons.js'
import { StatusBadge } from '../entry/status-badge.js'
import { Timing } from './timing.js'

export function General ({ entry }: { entry: Entry }) {
  const { codes, words: { detail: words, bodies: { copyNamed } } } = usePage()
  const copy = useCopy()
  const address = addressOf(entry).href ?? entry.api
  const code = applicationCodeOf(entry)
  const isSuccess = codes.isSuccess(entry)
  return (
    <section class='general' aria-label={words.general}>
      <dl>
        <Fact name={words.url}>
          <span class='mono'><Safe text={address} most={2_000} /></span>
          <button type='button' class='button icon general-copy' aria-label={copyNamed(words.url)} onClick={() => copy(address)}><Icon name='copy' /></button>
        </Fact>
        <Fact name={words.status}><StatusBadge entry={entry} /></Fact>
        {code !== undefined && <Fact name={words.code}><span class={isSuccess ? '' : 'failure'}><Safe text={code} />{!isSuccess && ` (${words.failed})`}</span></Fact>}
        <Fact name={words.started}>{exactDateOf(startMsOf(entry))}</Fact>
        <Fact name={words.took}>{isPending(entry) ? <Running sinceMs={startMsOf(entry)} /> : durationText(entry.timeConsuming)}<Timing entry={entry} /></Fact>
        <Fact name={words.sizes}>{words.sizesOf(sizeText(requestBodyOf(entry).size), sizeText(responseBodyOf(entry).size))}</Fact>
        {entry.source && <Fact name={words.source}><Safe text={entry.source} /></Fact>}
        {entry.via && <Fact name={words.via}><Safe text={entry.via} /></Fact>}
        <Fact name={words.requestId}><span class='mono'><Safe text={entry.requestId} /></span></Fact>
      </dl>
    </section>
  )
}

function Fact ({ name, children }: { name: string, children: ComponentChildren }) {
  return <div class='fact'><dt>{name}</dt><dd>{children}</dd></div>
}

/** Counts on. */
function Running ({ sinceMs }: { sinceMs: number }) {
  const { words: { detail: words } } = usePage()
  const [nowMs, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return <span class='running'>{words.running(durationText(Math.max(0, nowMs - sinceMs)))}</span>
}
