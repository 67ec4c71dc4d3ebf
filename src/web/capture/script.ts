// /earshot.js: the recorder as a script of a page. With `data-session` it records at once; without, it sleeps until the page is opened with
// `#earshot=<session>`, and asleep it changes nothing.
import { Earshot, type CaptureOptions, type EarshotApi } from './browser/earshot.js'
import { forget, invitation } from './browser/invitation.js'
import { ownScript } from './browser/observed.js'

// Null in module scripts.
const script = document.currentScript as HTMLScriptElement | null
const { session, url, token, source, when, mask } = script?.dataset ?? {}
ownScript(script?.src ?? '')
// Where the service is mounted: this script is one level below, or in its folder of assets.
const base = url ?? script?.src.replace(/(?:assets\/)?[^/]*$/, '') ?? ''

const DEFAULTS: Omit<CaptureOptions, 'session'> = {
  url: base,
  token,
  source,
  when: when as CaptureOptions['when'],
  ...(mask !== undefined && { mask: mask === 'off' ? false : { names: mask.split(/[\s,]+/).filter(Boolean) } })
}

function wake (): void {
  const invited = session ? { session, token } : invitation()
  if (invited) Earshot.start({ ...DEFAULTS, ...invited })
}

const page: EarshotApi & { start (options: Partial<CaptureOptions>): void } = {
  get state () { return Earshot.state },
  start: (options: Partial<CaptureOptions>) => Earshot.start({ ...DEFAULTS, session: '', ...options }),
  stop () {
    forget()
    Earshot.stop()
  },
  screenshot: picture => Earshot.screenshot(picture)
}

const target = window as { Earshot?: EarshotApi }
if (!target.Earshot) {
  target.Earshot = page
  window.addEventListener('hashchange', wake)
}
wake()
