// Screenshots that were taken shortly before or after a request started.
import type { Held } from '../../../exchange/held.js'
import { startMsOf } from '../../../exchange/outcome.js'
import { useState } from 'preact/hooks'
import { usePage } from '../page/page.js'
import { Enlarged } from '../screenshots/enlarged.js'
import { NEARBY_MS } from '../screenshots/screenshots.js'
import { clockOf, durationText } from './formats.js'
import { Section } from './section.js'

export function Nearby ({ entry }: { entry: Held }) {
  const { session, words: { detail: words, screenshots } } = usePage()
  const [enlarged, setEnlarged] = useState<string | undefined>(undefined)
  const start = startMsOf(entry)
  const end = start + entry.timeConsuming
  const shots = session.screenshots.value.filter(({ timestamp }) => timestamp > start - NEARBY_MS && timestamp < end + NEARBY_MS)
  if (shots.length === 0) return null
  return (
    <Section name='shots' title={words.shots} count={shots.length}>
      <div class='nearby'>
        {shots.map(shot => {
          const by = shot.timestamp - start
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
