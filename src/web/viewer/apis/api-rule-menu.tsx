// The menu with the rules that can be made for an API.
import { usePage } from '../context.js'
import { MenuItem } from '../kit/menu.js'
import { Overlay } from '../kit/popover.js'
import type { Target } from '../rules/actions.js'
import { ruleItems } from '../rules/items.js'

export interface ApiRuleMenuAt {
  target: Target
  /** Below it, the menu opens; it gets the focus back. */
  button: { current: HTMLElement }
}

export function ApiRuleMenu ({ at: { target, button }, onClose }: { at: ApiRuleMenuAt, onClose: () => void }) {
  const page = usePage()
  const close = (isBack: boolean) => {
    if (isBack) button.current.focus()
    onClose()
  }
  return (
    <Overlay name={page.words.rules.menuOfApi} role='menu' at={button} close={close}>
      {ruleItems(page, target).map(({ text, run, hint }) => <MenuItem key={text} onClick={run} hint={hint}>{text}</MenuItem>)}
    </Overlay>
  )
}
