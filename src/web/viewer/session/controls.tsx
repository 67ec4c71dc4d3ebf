// Pause and clear.
import { Icon } from '../kit/icons.js'
import { usePage } from '../context.js'

export function Pause () {
  const { session, words } = usePage()
  const paused = session.paused.value
  const name = paused ? words.session.resume : words.session.pause
  return (
    <button type='button' class='button icon pause' aria-label={name} title={name} aria-pressed={paused} onClick={() => { session.paused.value = !paused }}>
      <Icon name={paused ? 'play' : 'pause'} />
      {paused && session.held.value > 0 && <span class='held'>{words.session.held(session.held.value)}</span>}
    </button>
  )
}

export function Clear () {
  const { session, words } = usePage()
  return (
    <button type='button' class='button icon' aria-label={words.session.clear} title={words.session.clear} disabled={session.entries.value.length === 0} onClick={() => { session.clear() }}>
      <Icon name='clear' />
    </button>
  )
}
