// Copies requests: a button for the last used format, and a menu of all formats.
import { useEffect, useRef } from 'preact/hooks'
import type { ListedEntry } from '../../../exchange/held.js'
import { keys } from '../kit/keys.js'
import { Icon } from '../kit/icons.js'
import { Menu, MenuItem } from '../kit/menu.js'
import { usePage } from '../context.js'
import { FORMS, isFormId, type CopyGroup, type FormId } from './form-list.js'
import { labelOf, useCopyAs } from './use-copy-as.js'
import './copy-menu.css'

const GROUPS: CopyGroup[] = ['request', 'together', 'ticket', 'values']

export function CopyMenu ({ entries }: { entries: readonly ListedEntry[] }) {
  const { session, prefs, words: { copy: words } } = usePage()
  const copyAs = useCopyAs()
  const last = prefs.pref<FormId>('copy.form', 'curl-bash', isFormId)
  const choose = (id: FormId) => {
    last.value = id
    copyAs(id, entries)
  }
  const latest = useRef({ entries, copyAs })
  latest.current = { entries, copyAs }
  // Registered once: the last handler of a key is asked first, and the view of a body must register after this one.
  useEffect(() => {
    // Loaded in advance: a browser allows a page to copy only for a moment after a click.
    import('./copy-text.js').catch(() => {})
    const offs = [
      keys.on('c', 'copy.last', () => latest.current.copyAs(last.peek(), latest.current.entries)),
      keys.on('y', 'copy.value', () => latest.current.copyAs('responseBody', latest.current.entries))
    ]
    return () => { for (const off of offs) off() }
  }, [])
  const label = words.copyLast(labelOf(words, last.value))
  const name = entries.length > 1 ? words.copySome(entries.length) : words.copy
  return (
    <span class='copy-menu'>
      <button type='button' class='button framed' aria-label={name} title={label} onClick={() => copyAs(last.value, entries)}>
        <Icon name='copy' /><span class='copy-last'>{name}</span>
      </button>
      <Menu label={words.as} button={<Icon name='down' />} class='button framed icon' align='end'>
        {() => GROUPS.map(group => (
          <div key={group} role='group' aria-label={words[group]}>
            <div class='menu-heading' aria-hidden='true'>{words[group]}</div>
            {FORMS.filter(form => form.group === group && (entries.length === 1 || !('isSingle' in form)) &&
              !(form.id === 'link' && session.isSaved)).map(({ id }) => (
                <MenuItem key={id} onClick={() => choose(id)} hint={id === last.value ? 'c' : undefined}>{labelOf(words, id)}</MenuItem>
            ))}
          </div>
        ))}
      </Menu>
    </span>
  )
}
