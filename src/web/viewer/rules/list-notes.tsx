// Explains why there are no rules, or why they do not apply: for example, the service has rules turned off, the token does not permit
// changes, or no app seems to use them.
import { usePage } from '../context.js'
import { rulesOf } from '../model/rules/rules-of.js'
import { TokenForm } from './token-form.js'

/** `isUsed`: a rule has applied to a request that is listed here. */
export function ListNotes ({ isUsed }: { isUsed: boolean }) {
  const { session, words: { rules: words, session: { reason } } } = usePage()
  const list = rulesOf(session)
  const access = list.access.value
  switch (access.name) {
    case 'off': return (
      <div class='notice warn' role='status'><strong>{words.off}</strong><p>{words.offWhy}</p></div>
    )
    case 'missing': return <p class='notice warn' role='status'>{words.missing}</p>
    case 'unread': return <p class='dim' role='status'>{words.unread}</p>
    case 'failed': return (
      <p class='notice warn' role='alert'>
        {words.unreadable(reason(access.sentence))}{' '}
        <button type='button' class='button framed' onClick={() => { list.read().catch(() => {}) }}>{words.retry}</button>
      </p>
    )
    case 'ready': return (
      <>
        <TokenForm />
        <Refusal />
        {!isUsed && list.active.value.length > 0 && <Unheard />}
      </>
    )
  }
}

// A page of another origin: a token would not help.
function Refusal () {
  const { session, words: { rules: words } } = usePage()
  const refusal = rulesOf(session).refusal.value
  return refusal === undefined ? null : <p class='notice warn' role='status'>{words.refused(refusal)}</p>
}

// The page cannot know whether an app has opted in before a rule has applied once.
function Unheard () {
  const { session, words: { rules: words } } = usePage()
  return (
    <div class='notice' role='note'>
      <strong>{words.unheard}</strong>
      <p>{words.unheardWhy}</p>
      <p>{words.scriptLine}</p>
      <p class='data mono'>{`<script src="${session.url}/earshot.js" data-session="${session.id}" data-rules crossorigin></script>`}</p>
    </div>
  )
}
