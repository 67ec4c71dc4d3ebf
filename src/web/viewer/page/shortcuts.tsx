// The map of keyboard shortcuts: every shortcut with its description, in groups.
import { usePage } from '../context.js'
import { Dialog } from '../kit/dialog.js'
import { keys, type Action } from '../kit/keys.js'
import { words, type Words } from '../words/words.js'
import './shortcuts.css'

const SHOWN: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc', Delete: 'Del' }

type Group = keyof Words['shortcuts']['groups']
/** The groups in their order, with the parts of the page that register their shortcuts. */
const GROUPS: readonly [Group, ...string[]][] = [
  ['filter', 'filter'], ['list', 'list'], ['entry', 'marks', 'compare', 'send', 'rules', 'copy'], ['detail', 'detail', 'bodies'],
  ['page', 'session', 'page']
]

type Shown = readonly (readonly [key: string, action: Action])[]

/** Those of parts that register them only while they are shown: the list, and the details of a request. */
const OF_PARTS: Shown = [
  ['j', 'list.down'], ['ArrowDown', 'list.down'], ['k', 'list.up'], ['ArrowUp', 'list.up'], ['Shift+ArrowDown', 'list.extend'],
  ['Shift+ArrowUp', 'list.extend'], ['Home', 'list.first'], ['End', 'list.last'], ['PageDown', 'list.page'], ['PageUp', 'list.page'],
  ['Enter', 'list.open'], [']', 'list.nextError'], ['[', 'list.previousError'], ['g', 'list.follow'],
  ['y', 'copy.value'], ['ArrowRight', 'detail.nextTab'], ['ArrowLeft', 'detail.previousTab'], ['Ctrl+Shift+f', 'bodies.search']
]
/** A saved page cannot delete. */
const DELETE: Shown = [['Delete', 'list.delete']]

export function Shortcuts ({ onClose }: { onClose: () => void }) {
  const { page: { shortcuts, shortcutsOn }, shortcuts: { groups } } = words.value
  const { session } = usePage()
  const actions = [...byAction(session.isSaved)]
  return (
    <Dialog title={shortcuts} onClose={onClose}>
      <div class='shortcuts'>
        {GROUPS.map(([group, ...parts]) => (
          <section key={group} aria-labelledby={`shortcuts-${group}`}>
            <h3 id={`shortcuts-${group}`}>{groups[group]}</h3>
            <dl>
              {actions.filter(([action]) => parts.includes(partOf(action))).map(([action, names]) => (
                <div key={action}>
                  <dt>{wordsOf(action)}</dt>
                  <dd>{names.map(name => <kbd key={name}>{name.split('+').map(part => SHOWN[part] ?? part).join(' ')}</kbd>)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label class='shortcuts-switch'>
        <input type='checkbox' checked={keys.enabled.value} onChange={event => { keys.enabled.value = event.currentTarget.checked }} />
        {shortcutsOn}
      </label>
    </Dialog>
  )
}

function byAction (isSaved: boolean): Map<Action, string[]> {
  const actions = new Map<Action, string[]>()
  const registered: Shown = keys.shortcuts.value.map(({ action, key }) => [key, action])
  for (const [key, action] of [...OF_PARTS, ...isSaved ? [] : DELETE, ...registered]) {
    actions.set(action, [...new Set([...actions.get(action) ?? [], key])])
  }
  return actions
}

function partOf (action: Action): string {
  return action.split('.')[0] ?? ''
}

function wordsOf (action: Action): string {
  const part = partOf(action)
  const early: Record<string, Record<string, string>> = words.value.shortcuts.actions
  const late = words.value[part as keyof Words] as { keys?: Record<string, string> }
  return { ...early[part], ...late.keys }[action.slice(part.length + 1)] ?? action
}
