// The button that puts the table of APIs in the place of the list, and back.
import { useEffect } from 'preact/hooks'
import { keys } from '../kit/keys.js'
import { usePage } from '../context.js'
import { useMode } from './use-mode.js'

export function ApisSwitch () {
  const { view, words: { list: words } } = usePage()
  const setMode = useMode()
  const toggle = () => setMode(view.mode.peek() === 'apis' ? 'list' : 'apis')
  useEffect(() => keys.on('a', 'list.apis', toggle), [view])
  const isOn = view.mode.value === 'apis'
  return (
    <button type='button' class='button apis-switch' aria-pressed={isOn} title={words.apisHint} onClick={toggle}>{TABLE}{words.apis}</button>
  )
}

const TABLE = <svg viewBox='0 0 16 16' aria-hidden='true'><path fill='none' stroke='currentColor' stroke-width='1.4' stroke-linecap='round' d='M2.5 4h5M2.5 8h8M2.5 12h3M10 4h3.5M12.5 8h1M8 12h5.5' /></svg>
