// The start screen of a session: asks what the person is debugging, shows how to connect that app, and reports whether this page is
// connected to the service and would show a request. The first entry replaces this screen.
import { signal, type Signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { usePage } from '../context.js'
import { Dialog } from '../kit/dialog.js'
import { Icon, IconButton } from '../kit/icons.js'
import { storageOf } from '../model/prefs.js'
import { moment } from '../words/format.js'
import type { SnippetTarget } from './snippets.js'
import { useLoaded } from './use-loaded.js'
import { Way, WAYS, isWay, type WayName } from './ways.js'
import './start.css'

export function Start () {
  return <div class='start'><Connect /><KnownList /></div>
}

/** How to connect an app while the list is shown. */
export function ConnectDialog ({ onClose }: { onClose: () => void }) {
  const { words } = usePage()
  return <Dialog title={words.sessionMenu.connect} onClose={onClose}><Connect /></Dialog>
}

/** The ways in which an app can opt in to rules. */
const WITH_RULES: readonly WayName[] = ['page', 'phone', 'miniProgram', 'node']

function Connect () {
  const { session, prefs, words: { start: words } } = usePage()
  const needsToken = useMemo(() => signal(false), [])
  const token = useMemo(pushTokenOfTab, [])
  const chosen = prefs.pref<WayName>('start.way', 'page', isWay)
  const rules = prefs.pref('start.rules', false)
  useEffect(() => { pushNeedsToken(session.url).then(needs => { needsToken.value = needs }, () => {}) }, [])
  const target: SnippetTarget = {
    url: session.url, session: session.id, token: needsToken.value ? token.value : undefined, rules: rules.value
  }
  return (
    <section class='start-connect' aria-label={words.name}>
      <h2 id='start-title'>{words.title}</h2>
      <div class='ways' role='group' aria-labelledby='start-title'>
        {WAYS.map(name => (
          <button
            key={name} type='button' class='way' aria-pressed={name === chosen.value}
            onClick={() => { chosen.value = name }}
          >
            <strong>{words.ways[name].name}</strong>{' '}<span>{words.ways[name].kinds}</span>
          </button>
        ))}
      </div>
      {needsToken.value && (
        <label class='start-token'>
          {words.pushToken}
          <input
            class='field' type='password' autocomplete='off' value={token.value}
            onInput={event => { token.value = event.currentTarget.value }}
          />
        </label>
      )}
      {WITH_RULES.includes(chosen.value) && (
        <label class='start-rules'>
          <input type='checkbox' checked={rules.value} onChange={event => { rules.value = event.currentTarget.checked }} />
          <span>{words.rules} <span class='dim'>{words.rulesWhy}</span></span>
        </label>
      )}
      <Way key={chosen.value} name={chosen.value} target={target} />
      <Check way={chosen.value} />
    </section>
  )
}

// What the page can tell: whether it is connected, so that a request would appear, and which browser has loaded the script.
function Check ({ way }: { way: WayName }) {
  const { session, words: { start: words } } = usePage()
  const isLive = session.state.value.name === 'live'
  const loaded = useLoaded(isLive)
  return (
    <div class={`start-check ${isLive ? 'live' : ''}`}>
      <Icon name={isLive ? 'pending' : 'warning'} />
      <div>
        <p role='status' aria-label={words.check}>
          <strong>{isLive ? loaded ? words.loaded(loaded) : words.waiting : words.notLive}</strong>{' '}
          {isLive ? words.ways[way].waitingWhy : words.notLiveWhy}
        </p>
        <details>
          <summary>{words.nothing}</summary>
          <ul>{words.ways[way].hints.map(hint => <li key={hint}>{hint}</li>)}</ul>
        </details>
      </div>
    </div>
  )
}

// The sessions that this browser has seen: each is a link, and can be removed from the list.
function KnownList () {
  const { session, known, words } = usePage()
  const others = known.list.value.filter(({ id }) => id !== session.id)
  if (others.length === 0) return null
  return (
    <section class='start-known' aria-label={words.sessionMenu.known}>
      <h2>{words.sessionMenu.known}</h2>
      <ul class='known'>
        {others.map(({ id, lastUsedMs }) => (
          <li key={id}>
            <a class='data' href={`?${new URLSearchParams({ sessionId: id }).toString()}`}>{id}</a>
            <time dateTime={new Date(lastUsedMs).toISOString()}>{moment(lastUsedMs)}</time>
            <IconButton icon='close' name={words.sessionMenu.forget(id)} onClick={() => { known.forget(id) }} />
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
