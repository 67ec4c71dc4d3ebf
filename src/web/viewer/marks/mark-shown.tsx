// The mark of one entry where nobody can change it: in a saved page.
import type { Held } from '../../../exchange/held.js'
import { Safe } from '../kit/safe.js'
import { Icon } from '../kit/icons.js'
import { usePage } from '../context.js'
import './marks.css'

export function MarkShown ({ entry: { mark } }: { entry: Held }) {
  const { words: { marks: words } } = usePage()
  if (!mark) return null
  const { pinned, color, note } = mark
  return (
    <div class='mark-bar mark-shown' role='group' aria-label={words.region}>
      {pinned && <span class='mark-fact'><Icon name='pin' />{words.pinned}</span>}
      {color && <span class={`mark-fact ${color}`}><i class='mark-dot' />{words.colour[color]}</span>}
      {note !== undefined && <span><Safe text={note} /></span>}
    </div>
  )
}
