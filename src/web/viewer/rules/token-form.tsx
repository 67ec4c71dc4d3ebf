// Asks for the token for rules, after the service has refused a change.
import { useSignal } from '@preact/signals'
import type { TargetedSubmitEvent } from 'preact'
import { usePage } from '../context.js'
import { keepRulesToken, rulesOf } from '../model/rules/rules-of.js'

export function TokenForm () {
  const { session, words: { rules: words } } = usePage()
  const token = useSignal('')
  if (!rulesOf(session).needsToken.value) return null
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (token.value.trim() === '') return
    keepRulesToken(token.value.trim())
    rulesOf(session).tokenGiven()
  }
  return (
    <form class='notice warn rules-token' onSubmit={submit}>
      <strong>{words.tokenTitle}</strong>
      <p>{words.tokenWhy}</p>
      <span>
        <input
          class='field' type='password' autocomplete='off' spellcheck={false} aria-label={words.token} value={token.value}
          onInput={event => { token.value = event.currentTarget.value }}
        />
        <button type='submit' class='button primary'>{words.tokenUse}</button>
      </span>
    </form>
  )
}
