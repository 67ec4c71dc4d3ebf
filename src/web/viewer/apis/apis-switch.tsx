// The button that switches between the list and the table of APIs.
import { useEffect } from 'preact/hooks'
import { usePage } from '../context.js'
import { focusList } from '../kit/focus-list.js'
import { Icon } from '../kit/icons.js'
import { keys } from '../kit/keys.js'
import type { Mode } from '../model/view.js'

export function ApisSwitch () {
  const { view, words: { list: words } } = usePage()
  const setMode = useMode()
  const toggle = () => setMode(view.mode.peek() === 'apis' ? 'list' : 'apis')
  useEffect(() => keys.on('a', 'list.apis', toggle), [view])
  const isOn = view.mode.value === 'apis'
  return (
    <button
      type='button' class='button apis-switch' aria-pressed={isOn} title={words.apisHint} onClick={toggle}
    >
      <Icon name='apis' />{words.apis}
    </button>
  )
}

// Switches between the list and the table of APIs. The address keeps the choice, so it belongs to this session.
export function useMode (): (mode: Mode) => void {
  const { view } = usePage()
  return mode => {
    view.mode.value = mode
    requestAnimationFrame(focusList)
  }
}
