// The phases of a request, if its recording has them, as in the network panel of a browser: all phases in one bar, and the duration of
// each.
import type { Entry } from '../../../schema/entry.js'
import { PHASES } from '../../../schema/phases.js'
import { durationText } from '../../../text/duration.js'
import { usePage } from '../context.js'

export function Phases ({ timings }: { timings: NonNullable<Entry['timings']> }) {
  const { words: { detail: words } } = usePage()
  const phases = PHASES.flatMap(phase => timings[phase] === undefined ? [] : [{ phase, ms: timings[phase] }])
  return (
    <div class='phases'>
      <div class='phases-bar' aria-hidden='true'>
        {phases.map(({ phase, ms }) => phase !== 'ssl' && ms > 0 && <i key={phase} class={`phase-${phase}`} style={{ flexGrow: ms }} />)}
      </div>
      <ul class='phases-list' aria-label={words.phasesName}>
        {phases.map(({ phase, ms }) => (
          <li key={phase}><i class={`phase-${phase}`} aria-hidden='true' />{words.phases[phase]} <b>{durationText(ms)}</b></li>
        ))}
      </ul>
    </div>
  )
}
