// What connects an app to a session: each works as it stands, whatever is in the address, the session's id or the token.
import { bashQuoted } from '../../../snippets/bash-quote.js'

export interface Target {
  /** The URL of the service, without a slash at its end. */
  url: string
  session: string
  /** Where pushing needs one. */
  token?: string | undefined
}

export function scriptLine ({ url, session, token }: Target): string {
  const attributes = [['src', `${url}/earshot.js`], ['data-session', session], ...token ? [['data-token', token]] : []]
  return `<script ${attributes.map(([name = '', value = '']) => `${name}="${inAttribute(value)}"`).join(' ')}></script>`
}

/** For the bookmarks bar: it wakes the script that the page has, or brings it. */
export function bookmarklet ({ url, session, token }: Target): string {
  const options = JSON.stringify({ url, session, ...token ? { token } : {} })
  // Browsers decode what stands behind `javascript:` once.
  return `javascript:${encodeURIComponent(`(${WAKE})(${options})`)}`
}

const WAKE = "o=>{if(window.Earshot){Earshot.start(o);return}const s=document.createElement('script');s.src=o.url+'/earshot.js';" +
  's.dataset.session=o.session;if(o.token)s.dataset.token=o.token;document.head.append(s)}'

/** The recorder is loaded from the service: no package has to be installed. */
export function nodeLines ({ url, session, token }: Target): string {
  const settings = settingsOf({ EARSHOT_URL: url, EARSHOT_SESSION: session, EARSHOT_TOKEN: token })
  return `curl -fsSO ${bashQuoted(`${url}/earshot-node.mjs`)}\n${settings} node --import ./earshot-node.mjs app.js`
}

/** For an app of any language, in front of its API. */
export function proxyLine ({ url, session, token }: Target): string {
  return `${settingsOf({ EARSHOT_URL: url, EARSHOT_TOKEN: token })} npx earshot proxy https://api.example.com --session=${bashQuoted(session)}`
}

function settingsOf (variables: Record<string, string | undefined>): string {
  return Object.entries(variables).filter(([, value]) => value).map(([name, value = '']) => `${name}=${bashQuoted(value)}`).join(' ')
}

export const MINI_PROGRAM_FILE = 'earshot-mini-program.js'

/** First in app.js of a mini-program, beside which the file lies. */
export function miniProgramLines ({ url, session, token }: Target): string {
  const options = Object.entries({ url, session, ...token ? { token } : {} }).map(([name, value]) => `${name}: ${quoted(value)}`).join(', ')
  return `const { Earshot } = require('./${MINI_PROGRAM_FILE}')\nEarshot.start({ ${options} })`
}

/** One request in its two phases. */
export function curlLines ({ url, session, token }: Target): string {
  const address = bashQuoted(`${url}/capture/raw-data?${new URLSearchParams({ sessionId: session }).toString()}`)
  const authorization = token ? ` -H ${bashQuoted(`Authorization: Bearer ${token}`)}` : ''
  const begin = `curl ${address}${authorization}`
  return [
    `${begin} -d api=/v1/orders -d method=POST -d requestId=req-1 -d timeConsuming=0`,
    `${begin} -d api=/v1/orders -d method=POST -d requestId=req-1 -d timeConsuming=87 \\\n  ` +
      "--data-urlencode 'requestHeader=content-type: application/json' --data-urlencode 'request={\"item\":7}' \\\n  " +
      "--data-urlencode $'responseHeader=HTTP/1.1 200 OK\\r\\ncontent-type: application/json' --data-urlencode 'response={\"ok\":true}'"
  ].join('\n')
}

/** Wakes the script of an app's page. Without one: this service and session, for an app that scans. */
export function scanAddress ({ url, session }: Target, appPage: string): string {
  if (!URL.canParse(appPage)) return `${url}/#${new URLSearchParams({ earshot: session }).toString()}`
  const address = new URL(appPage)
  // Where the fragment is the app's own route, it stays that.
  if (address.hash.length > 1) address.searchParams.set('earshot', session)
  else address.hash = new URLSearchParams({ earshot: session }).toString()
  return address.href
}

function quoted (text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

function inAttribute (text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
