// Who pushes, in the session's menu: a press shows the requests of one alone.
import { print } from '../../../filter/print.js'
import { onlyThis } from '../model/filter/edit.js'
import { visible } from '../text/visible.js'
import { clock } from '../words/format.js'
import { MenuItem } from '../kit/menu.js'
import { usePage } from '../context.js'
import { sourcesOf } from '../model/session/sources.js'

const SHOWN = 8

export function SourceItems () {
  const { session, filtering, view, words: { session: words } } = usePage()
  const sources = sourcesOf(session.entries.value)
  if (sources.length === 0) return null
  const show = (name: string) => {
    view.filter.value = print(onlyThis(filtering.query.peek(), { type: 'key', key: 'source', values: [{ type: 'quoted', text: name, exact: true }] }))
  }
  return (
    <>
      <div class='menu-line' />
      <div class='menu-heading'>{words.sources(sources.length)}</div>
      {sources.slice(0, SHOWN).map(({ name, lastMs, pending }) => (
        <MenuItem key={name} hint={words.sourceHint(clock(lastMs), pending)} onClick={() => show(name)}><span class='data'>{visible(name)}</span></MenuItem>
      ))}
    </>
  )
}
