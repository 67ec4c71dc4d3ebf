// Asks for the token if the service requires one. It is kept for this tab only.
import { useSignal } from '@preact/signals'
import { Dialog } from '../kit/dialog.js'
import { usePage } from '../context.js'

export function TokenDialog ({ onToken }: { onToken: (token: string) => void }) {
  const { session, words: { tokenDialog: words } } = usePage()
  const dismissed = useSignal(false)
  const token = useSignal('')
  if (dismissed.value) return null
  const submit = (event: Event) => {
    event.preventDefault()
    if (token.value.trim()) onToken(token.value.trim())
  }
  return (
    <Dialog title={words.tokenTitle} onClose={() => { dismissed.value = true }}>
      <form class='token-form' onSubmit={submit}>
        <p>{session.api.token ? words.tokenWrong : words.tokenWhy}</p>
        <label>
          {words.token}
          <input
            class='field' type='password' autocomplete='off' spellcheck={false} value={token.value}
            onInput={event => { token.value = event.currentTarget.value }} autofocus
          />
        </label>
        <button type='submit' class='button primary'>{words.tokenUse}</button>
      </form>
    </Dialog>
  )
}
