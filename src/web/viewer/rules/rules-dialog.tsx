// The dialog of the rules: their list, or one of them. While it is open, apps ask more often for changes. The dialog shows the page's
// messages, too, because nothing outside a modal dialog can be pressed.
import { useEffect, useRef } from 'preact/hooks'
import { usePage } from '../context.js'
import { Dialog } from '../kit/dialog.js'
import { listToFocus } from '../kit/focus-list.js'
import { Messages } from '../kit/toast.js'
import type { RulesOpen } from '../model/rules/open.js'
import { whileEditing } from '../model/rules/presence.js'
import { rulesOf } from '../model/rules/rules-of.js'
import { Editor } from './editor.js'
import { RuleListView } from './rule-list-view.js'
import './rules.css'

export function RulesDialog ({ open }: { open: RulesOpen }) {
  const { session, toasts, view, words: { rules: words } } = usePage()
  const list = rulesOf(session)
  useEffect(() => whileEditing(document, () => { list.read(true).catch(() => {}) }), [list])
  useFocusBack()
  const title = open.at === 'list' ? words.title : open.rule.id === undefined ? words.newTitle : words.editTitle
  return (
    <Dialog title={title} onClose={() => { view.rules.value = undefined }}>
      {open.at === 'list' ? <RuleListView /> : <Editor open={open} />}
      <Messages toasts={toasts} />
    </Dialog>
  )
}

// A dialog that is removed without being closed, as after a rule was saved, does not give the focus back by itself.
function useFocusBack (): void {
  const before = useRef(document.activeElement)
  useEffect(() => () => {
    setTimeout(() => {
      if (document.activeElement !== document.body) return
      const last = before.current
      const back = last?.isConnected && last !== document.body ? last : listToFocus()
      if (back instanceof HTMLElement) back.focus()
    })
  }, [])
}
