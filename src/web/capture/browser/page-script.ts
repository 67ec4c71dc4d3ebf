// The recorder as a script of a page. With `data-session` or `data-keep`, it records at once. Otherwise it waits, for example until the
// page is opened with `#earshot=<session>`; until it starts, it replaces no function of the browser.
import { quiet } from '../core/host.js'
import { maskOf } from '../core/options.js'
import { pageEarshot, type CaptureOptions, type ConnectDelivery, type EarshotApi, type Start } from './page-earshot.js'

// Null in module scripts.
const script = document.currentScript as HTMLScriptElement | null
// The other attributes are options of the same name.
const { session = '', mask, rules, ...given } = script?.dataset ?? {}
/** The address of the script up to its file name, without `assets/`. Empty if the script is inline or a module. */
const PLACE = script?.src.replace(/(?:assets\/)?[^/]*$/, '') ?? ''

const DEFAULTS: CaptureOptions = {
  url: PLACE,
  ...given as Partial<CaptureOptions>,
  session,
  ...(mask !== undefined && { mask: maskOf(mask) }),
  rules: rules === '' || rules
}

/** `connect`: gets the place that the script was loaded from, and returns the function that connects the delivery. */
export function runScript (connect: (place: string) => ConnectDelivery): void {
  const part = (name: string): Start => ({ service: { base } }) => loadPart(`${base}earshot-${name}.js`)
  const earshot = pageEarshot(connect(PLACE), part('rules'), part('beside'))
  const wake = () => {
    // Without a session, a recorder that keeps things waits until somebody asks for them.
    const invited = session ? DEFAULTS : invitation() ?? (DEFAULTS.keep !== undefined && {})
    // The sender of a link must not decide what the page gets, so a session from a link has no rules.
    if (invited) earshot.start({ ...DEFAULTS, rules: false, ...invited })
  }
  const page: EarshotApi & { start (options: Partial<CaptureOptions>): void } = {
    get state () { return earshot.state },
    start: (options: Partial<CaptureOptions>) => earshot.start({ ...DEFAULTS, ...options }),
    stop () {
      forget()
      earshot.stop()
    },
    screenshot: picture => earshot.screenshot(picture),
    send: session => earshot.send(session)
  }
  const target = window as { Earshot?: EarshotApi }
  if (!target.Earshot) {
    target.Earshot = page
    window.addEventListener('hashchange', wake)
  }
  wake()
}

// These parts must run before the next script of the page, whose requests may have rules, and which may fail. So the parser must wait for
// them: document.write does that in our own tag. Elsewhere it may empty the page: an inline script that another script has inserted looks
// like one of the parser. It does nothing if a script has inserted our tag, so we look whether there is a script more.
function loadPart (address: string): void {
  const { length } = document.scripts
  if (PLACE && document.currentScript === script && !script?.async && document.readyState === 'loading') {
    quiet(() => document.write(`<script src="${address}" nonce="${script?.nonce}"></script>`))
  }
  if (document.scripts.length === length) import(address).catch(() => {})
}

// Direct scan: the address of the page names the session, `#earshot=<session>` or `?earshot=<session>`, and the tab remembers it.
interface Invitation {
  session: string
  token?: string | undefined
}

const KEY = 'earshot'
const IN_ADDRESS = /[#?&]earshot=([^&#]*)/
const TOKEN = /[#&]earshot-token=([^&#]*)/

/** The session in the address, else the one that the tab remembers. An empty session in the address makes the tab forget it. */
function invitation (): Invitation | null | undefined {
  const found = IN_ADDRESS.exec(location.href)
  // JSON.parse accepts null.
  if (!found) return quiet(() => JSON.parse(sessionStorage.getItem(KEY) as string) as Invitation | null)
  const invited = { session: decoded(found[1]), token: decoded(TOKEN.exec(location.hash)?.[1]) || undefined }
  quiet(() => invited.session ? sessionStorage.setItem(KEY, JSON.stringify(invited)) : forget())
  return invited.session ? invited : undefined
}

function forget (): void {
  quiet(() => sessionStorage.removeItem(KEY))
}

function decoded (text = ''): string {
  return quiet(() => decodeURIComponent(text)) ?? text
}
