// The start page of a session: how to connect an app, and the waiting list beside it. The first entry replaces this page.
import { signal, type Signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { usePage } from '../context.js'
import { IconButton } from '../kit/icons.js'
import { storageOf } from '../model/prefs.js'
import { moment } from '../words/format.js'
import { Phone } from './phone.js'
import { CopyButton, Snippet } from './snippet.js'
import { bookmarklet, curlLines, MINI_PROGRAM_FILE, miniProgramLines, nodeLines, proxyLine, scriptLine, type Target } from './snippets.js'
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
            <input
              class='field' type='password' autocomplete='off' value={token.value}
              onInput={event => { token.value = event.currentTarget.value }}
            />
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
                // The page's policy would block it here; the bookmarklet is for other pages.
                event.preventDefault()
                toasts.show(words.bookmarkDrag)
              }}
            >
              {words.bookmarkName(session.id)}
            </a>
            <CopyButton text={link} />
          </div>
        </article>
        <Phone target={target} />
        <Snippet title={words.node} text={nodeLines(target)}>{words.nodeWhy}</Snippet>
        <Snippet title={words.proxy} text={proxyLine(target)}>{words.proxyWhy}</Snippet>
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

// The sessions that this browser has seen: each is a link, and can be removed from the list.
function KnownList () {
  const { session, known, words } = usePage()
  const others = known.list.value.filter(({ id }) => id !== session.id)
  if (others.length === 0) return null
  return (
    <section aria-label={words.sessionMenu.known}>
      <h2>{words.sessionMenu.known}</h2>
      <ul class='known'>
        {others.map(({ id, lastUsedMs }) => (
          <li key={id}>
            <a class='data' href={`?${new URLSearchParams({ sessionId: id }).toString()}`}>{id}</a>
            <time dateTime={new Date(lastUsedMs).toISOString()}>{moment(lastUsedMs)}</time>
            <IconButton icon='forget' name={words.sessionMenu.forget(id)} onClick={() => { known.forget(id) }} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const KEY = 'earshot.push-token'

/** Reads in the service's OpenAPI document whether apps need a token to push. False if that is unknown. */
async function pushNeedsToken (url: string): Promise<boolean> {
  try {
    const reply = await fetch(`${url}/openapi.json`)
    const { paths } = await reply.json() as { paths?: Record<string, { post?: { security?: unknown[] } }> }
    return (paths?.['/capture/raw-data']?.post?.security?.length ?? 0) > 0
  } catch {
    return false
  }
}

function pushTokenOfTab (): Signal<string> {
  const storage = storageOf('sessionStorage')
  const token = signal(read(storage))
  token.subscribe(value => { try { storage?.setItem(KEY, value) } catch {} })
  return token
}

function read (storage: Storage | undefined): string {
  try {
    return storage?.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}
