// Where a session begins: how to connect an app, and the list that waits beside it. The first entry takes its place.
import { useEffect, useMemo } from 'preact/hooks'
import { signal } from '@preact/signals'
import { usePage } from '../context.js'
import { KnownList } from './known-list.js'
import { Phone } from './phone.js'
import { pushNeedsToken, pushTokenOfTab } from './push-token.js'
import { bookmarklet, curlLines, MINI_PROGRAM_FILE, miniProgramLines, nodeLines, scriptLine, type Target } from './snippets.js'
import { CopyButton, Snippet } from './snippet.js'
import './start.css'

export function Start () {
  return (
    <div class='start'>
      <Connect />
      <aside class='start-waiting'>
        <Waiting />
        <div class='start-known'><KnownList /></div>
      </aside>
    </div>
  )
}

export function Connect () {
  const { session, toasts, words: { start: words } } = usePage()
  const needsToken = useMemo(() => signal(false), [])
  const token = useMemo(pushTokenOfTab, [])
  useEffect(() => { pushNeedsToken(session.url).then(needs => { needsToken.value = needs }, () => {}) }, [])
  const target: Target = { url: session.url, session: session.id, token: needsToken.value ? token.value : undefined }
  const link = bookmarklet(target)
  return (
    <section class='start-connect' aria-label={words.name}>
      <header>
        <h2>{words.title}</h2>
        <p>{words.subtitle}</p>
      </header>
      <div class='start-snippets'>
        {needsToken.value && (
          <label class='snippet start-token'>
            {words.pushToken}
            <input class='field' type='password' autocomplete='off' value={token.value} onInput={event => { token.value = event.currentTarget.value }} />
          </label>
        )}
        <Snippet title={words.script} text={scriptLine(target)}>{words.scriptWhy}</Snippet>
        <article class='snippet' aria-label={words.bookmark}>
          <h3>{words.bookmark}</h3>
          <p>{words.bookmarkWhy}</p>
          <div class='snippet-row'>
            <a
              class='bookmark' href={link} draggable
              onClick={event => {
                // The page's policy would refuse to run it; it is for other pages.
                event.preventDefault()
                toasts.show(words.bookmarkDrag)
              }}
            >{words.bookmarkName(session.id)}
            </a>
            <CopyButton text={link} />
          </div>
        </article>
        <Phone target={target} />
        <Snippet title={words.node} text={nodeLines(target)}>{words.nodeWhy}</Snippet>
        <Snippet title={words.miniProgram} text={miniProgramLines(target)}>
          <a href={`${session.url}/${MINI_PROGRAM_FILE}`} download={MINI_PROGRAM_FILE}>{MINI_PROGRAM_FILE}</a> {words.miniProgramWhy}
        </Snippet>
        <Snippet title={words.curl} text={curlLines(target)}>{words.curlWhy}</Snippet>
      </div>
    </section>
  )
}

function Waiting () {
  const { words: { start: words } } = usePage()
  return (
    <div class='start-waiting-list'>
      <div class='start-rows' aria-hidden='true'><i><b /></i><i><b /></i><i><b /></i></div>
      <h2>{words.waiting}</h2>
      <p>{words.waitingWhy}</p>
    </div>
  )
}
