// Screenshots that were taken shortly before or after a request started.
import { useState } from 'preact/hooks'
import type { Held } from '../../../exchange/held.js'
import { isNearby, timeSpanOf } from '../../../exchange/time-span.js'
import { usePage } from '../context.js'
import { Enlarged } from '../screenshots/enlarged.js'
import { clockOf, durationText } from '../text/formats.js'
import { Section } from './section.js'

export function Nearby ({ entry }: { entry: Held }) {
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
            <button key={shot.id} type='button' class='nearby-shot' aria-label={screenshots.enlarge(clockOf(shot.timestamp))} onClick={() => setEnlarged(shot.id)}>
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
