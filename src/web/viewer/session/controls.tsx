// The controls of the session: pause, clear, and undo.
import { usePage } from '../context.js'
import { Icon, IconButton } from '../kit/icons.js'

export function Pause () {
  const { session, words } = usePage()
  const paused = session.paused.value
  const name = paused ? words.session.resume : words.session.pause
  return (
    <button
      type='button'
      class='button icon pause'
      aria-label={name}
      title={name}
      aria-pressed={paused}
      onClick={() => { session.paused.value = !paused }}
    >
      <Icon name={paused ? 'play' : 'pause'} />
      {paused && session.changesWhilePaused.value > 0 && <span class='held'>{words.session.held(session.changesWhilePaused.value)}</span>}
    </button>
  )
}

export function Clear () {
  const { session, words } = usePage()
  return (
    <IconButton icon='clear' name={words.session.clear} disabled={session.entries.value.length === 0} onClick={() => { session.clear() }} />
  )
}

// The number of deleted entries and the undo button, while the deletion can be undone.
export function Undo () {
  const { session, words } = usePage()
  const undoable = session.undoable.value
  return (
    <div role='status' aria-label={words.session.deletion}>
      {undoable && (
        <div class='toast'>
          <span>{words.session.deleted(undoable.count)}</span>
          <button type='button' class='button strong' onClick={() => { session.undo() }}>{words.session.undo}</button>
        </div>
      )}
    </div>
  )
}
