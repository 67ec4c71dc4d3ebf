// The map of keyboard shortcuts: every registered shortcut with its description, in groups.
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

export function Shortcuts ({ onClose }: { onClose: () => void }) {
  const { page: { shortcuts, shortcutsOn }, shortcuts: { groups } } = words.value
  const actions = [...byAction()]
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

function byAction (): Map<Action, string[]> {
  const actions = new Map<Action, string[]>()
  for (const { action, key } of keys.shortcuts.value) actions.set(action, [...new Set([...actions.get(action) ?? [], key])])
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
