// What was deleted, for as long as it can be brought back.
import { usePage } from '../context.js'

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
