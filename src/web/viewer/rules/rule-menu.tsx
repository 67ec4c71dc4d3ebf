// The button of the open request that opens the menu for making rules.
import type { ListedEntry } from '../../../exchange/held.js'
import { usePage } from '../context.js'
import { LateIcon } from '../kit/late-icons.js'
import { Menu, MenuItem } from '../kit/menu.js'
import { ruleItems } from './items.js'

export function RuleMenu ({ entry }: { entry: ListedEntry }) {
  const page = usePage()
  const { session, words: { rules: words } } = page
  if (session.isSaved) return null
  return (
    <Menu label={words.menu} class='button icon rule-button' align='end' button={<LateIcon name='rules' />}>
      {() => ruleItems(page, { entry }).map(({ text, run, hint }) => <MenuItem key={text} onClick={run} hint={hint}>{text}</MenuItem>)}
    </Menu>
  )
}
