// Snippets that connect an app to a session. Each works as it is, no matter which characters the address, the session id or the token
// contains.
import { parsedUrl } from '../../../exchange/parsed-url.js'
import { bashQuoted } from '../../../snippets/bash-quote.js'

export interface SnippetTarget {
  /** The URL of the service, without a slash at its end. */
  url: string
  session: string
  /** Only if pushing requires a token. */
  token?: string | undefined
  /** The app opts in to rules. */
  rules?: boolean
}

export function scriptLine ({ session, ...target }: SnippetTarget): string {
  return scriptWith(target, [['data-session', session]])
}

/** Without a session: the script waits until the page is opened with one in its address. */
export function dormantLine (target: SnippetTarget): string {
  return scriptWith(target, [])
}

function scriptWith ({ url, token, rules }: Omit<SnippetTarget, 'session'>, more: string[][]): string {
  const attributes = [['src', `${url}/earshot.js`], ...more, ...token ? [['data-token', token]] : []]
  // Without `crossorigin`, browsers hide errors that are thrown through a script of another origin: the app gets only "Script error."
  const texts = attributes.map(([name = '', value = '']) => `${name}="${inAttribute(value)}"`)
  return `<script ${[...texts, ...rules ? ['data-rules'] : [], 'crossorigin'].join(' ')}></script>`
}

/** For the bookmarks bar: it starts the script of the page, or loads it first. */
export function bookmarklet ({ url, session, token, rules }: SnippetTarget): string {
  const options = JSON.stringify({ url, session, ...token ? { token } : {}, ...rules ? { rules } : {} })
  // Browsers decode the part after `javascript:` once.
  return `javascript:${encodeURIComponent(`(${WAKE})(${options})`)}`
}

const WAKE = "o=>{if(window.Earshot){Earshot.start(o);return}const s=document.createElement('script');s.src=o.url+'/earshot.js';" +
  "s.crossOrigin='';s.dataset.session=o.session;if(o.token)s.dataset.token=o.token;if(o.rules)s.dataset.rules='';document.head.append(s)}"

/** The recorder is downloaded from the service: no package has to be installed. */
export function recorderLine ({ url }: SnippetTarget): string {
  return `curl -fsSO ${bashQuoted(`${url}/earshot-node.cjs`)}`
}

/** Starts a program with the recorder, which is in the same folder. */
export function nodeCommand ({ url, session, token, rules }: SnippetTarget): string {
  const rulesSetting = rules ? 'on' : undefined
  const settings = settingsOf({ EARSHOT_RULES: rulesSetting, EARSHOT_URL: url, EARSHOT_SESSION: session, EARSHOT_TOKEN: token })
  return `${settings} node --require "$PWD/earshot-node.cjs" app.js`
}

export const TEST_LINE = "import { expect, test } from 'earshot/playwright'"

/** Each test gets a session of its own. */
export function testCommand ({ url, token }: SnippetTarget): string {
  return `${settingsOf({ EARSHOT_URL: url, EARSHOT_TOKEN: token })} npx playwright test`
}

/** A proxy in front of the API of an app, which may be in any language. */
export function proxyLine ({ url, session, token }: SnippetTarget): string {
  return `${settingsOf({ EARSHOT_URL: url, EARSHOT_TOKEN: token })} npx earshot proxy https://api.example.com --session=${bashQuoted(session)}`
}

function settingsOf (variables: Record<string, string | undefined>): string {
  return Object.entries(variables).filter(([, value]) => value).map(([name, value = '']) => `${name}=${bashQuoted(value)}`).join(' ')
}

export const MINI_PROGRAM_FILE = 'earshot-mini-program.js'
/** The same, with the part that applies rules. */
export const MINI_PROGRAM_RULES_FILE = 'earshot-mini-program-rules.js'

/** The first lines in app.js of a mini-program; the file is next to app.js. */
export function miniProgramLines ({ url, session, token, rules }: SnippetTarget): string {
  const texts = Object.entries({ url, session, ...token ? { token } : {} }).map(([name, value]) => `${name}: ${quoted(value)}`)
  const options = [...texts, ...rules ? ['rules: true'] : []].join(', ')
  return `const { Earshot } = require('./${rules ? MINI_PROGRAM_RULES_FILE : MINI_PROGRAM_FILE}')\nEarshot.start({ ${options} })`
}

/** One request in its two phases. */
export function curlLines ({ url, session, token }: SnippetTarget): string {
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

/** An address that starts the script of an app's page. Without a page: this service with the session, for an app that scans the code. */
export function scanAddress ({ url, session }: SnippetTarget, appPage: string): string {
  const address = parsedUrl(appPage)
  if (!address) return `${url}/#${new URLSearchParams({ earshot: session }).toString()}`
  // If the fragment is already the app's route, it stays, and the query gets the session.
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
