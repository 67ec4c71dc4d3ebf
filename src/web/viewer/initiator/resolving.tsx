// Resolves the calls with source maps, one script after the other, and shows what cannot be loaded or read, and why. This browser loads the
// scripts and the maps.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Initiator } from '../../../schema/initiator.js'
import { usePage } from '../context.js'
import { Icon } from '../kit/icons.js'
import { Safe } from '../kit/safe.js'
import { fileName } from '../model/initiator/call-texts.js'
import { Resolution } from '../model/initiator/resolution.js'
import type { Fault, ResolveOptions } from '../model/initiator/resolve.js'
import type { Original } from '../model/initiator/source-map.js'
import type { Ask } from '../sender/ask.js'
import { SenderFrame } from '../sender/sender-frame.js'
import type { Words } from '../words/words.js'
import { loaderBy } from './load.js'

interface ResolvingProps {
  calls: Initiator
  /** Called after each script. */
  onOriginals: (originals: readonly (Original | undefined)[]) => void
}

export function Resolving ({ calls, onOriginals }: ResolvingProps) {
  const { words: { initiator: words } } = usePage()
  const { onReady, loading, faults, allow } = useResolving(calls, onOriginals)
  return (
    <>
      <SenderFrame onReady={onReady} />
      <p role='status' class='dim calls-loading'>{loading !== undefined && <Safe text={words.loading(fileName(loading))} />}</p>
      {faults.length > 0 && (
        <ul class='calls-faults' aria-label={words.faults}>
          {faults.map(fault => (
            <li key={fault.url}>
              <Icon name='warning' /> <Safe text={sentenceOf(words, fault)} />
              {fault.what === 'other-host' && (
                <button type='button' class='button framed' onClick={() => allow(fault.host)}>
                  <Safe text={words.allow(fault.host)} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Starts as soon as the frame is ready, and again if the person allows another host. */
function useResolving (calls: Initiator, onOriginals: ResolvingProps['onOriginals']) {
  const [over] = useState(() => new AbortController())
  const [resolution] = useState(() => new Resolution(calls, location.protocol === 'https:'))
  const load = useRef<ResolveOptions['load'] | undefined>(undefined)
  const [loading, setLoading] = useState(resolution.next)
  const [faults, setFaults] = useState<Fault[]>([])
  useEffect(() => () => over.abort(), [])
  const resolve = async () => {
    for (let url = resolution.next; load.current && url !== undefined; url = resolution.next) {
      setLoading(url)
      await resolution.step(load.current, over.signal)
      if (over.signal.aborted) return
      setFaults(resolution.faults)
      onOriginals([...resolution.originals])
    }
    setLoading(undefined)
  }
  const onReady = (ask: Ask) => {
    load.current = loaderBy(ask)
    resolve().catch(() => {})
  }
  const allow = (host: string) => {
    resolution.allow(host)
    setFaults(resolution.faults)
    if (loading === undefined) resolve().catch(() => {})
  }
  return { onReady, loading, faults, allow }
}

function sentenceOf (words: Words['initiator'], fault: Fault): string {
  const file = fileName(fault.url)
  switch (fault.what) {
    case 'status': return words.status(file, fault.status)
    case 'other-host': return words.otherHost(file, fault.host)
    default: return words.fault[fault.what](file)
  }
}
