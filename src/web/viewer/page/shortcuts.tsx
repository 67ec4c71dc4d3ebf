// The map of keyboard shortcuts: every registered shortcut with its description.
import { Dialog } from '../kit/dialog.js'
import { keys, type Action } from '../kit/keys.js'
import { words, type Words } from '../words/words.js'
import './shortcuts.css'

const SHOWN: Record<string, string> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc', Delete: 'Del' }

export function Shortcuts ({ onClose }: { onClose: () => void }) {
  const { shortcuts, shortcutsOn } = words.value.page
  return (
    <Dialog title={shortcuts} onClose={onClose}>
      <dl class='shortcuts'>
        {[...byAction()].map(([action, names]) => (
          <div key={action}>
            <dt>{wordsOf(action)}</dt>
            <dd>{names.map(name => <kbd key={name}>{name.split('+').map(part => SHOWN[part] ?? part).join(' ')}</kbd>)}</dd>
          </div>
        ))}
      </dl>
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

function wordsOf (action: Action): string {
  const [group = '', name = ''] = action.split('.')
  const { keys = {} } = words.value[group as keyof Words]
  return (keys as Record<string, string>)[name] ?? action
}
