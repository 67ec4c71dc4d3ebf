// The recorder as a script of a page. With `data-session` it records at once; without, it sleeps until the page is opened with
// `#earshot=<session>`, and asleep it changes nothing.
import { forget, invitation } from './invitation.js'
import { ownScript } from './observed.js'
import { pageEarshot, type CaptureOptions, type ConnectDelivery, type EarshotApi } from './page-earshot.js'

// Null in module scripts.
const script = document.currentScript as HTMLScriptElement | null
const { session, url, token, source, when, mask } = script?.dataset ?? {}
/** Where the script comes from: it is one level below, or in the folder of assets. Empty where it is within the page. */
const PLACE = script?.src.replace(/(?:assets\/)?[^/]*$/, '') ?? ''

const DEFAULTS: Omit<CaptureOptions, 'session'> = {
  url: url ?? PLACE,
  token,
  source,
  when: when as CaptureOptions['when'],
  ...(mask !== undefined && { mask: mask === 'off' ? false : { names: mask.split(/[\s,]+/).filter(Boolean) } })
}

/** `connect`: what gives the recorder its delivery, for a script that comes from there. */
export function runScript (connect: (place: string) => ConnectDelivery): void {
  ownScript(script?.src ?? '')
  const earshot = pageEarshot(connect(PLACE))
  const wake = () => {
    const invited = session ? { session, token } : invitation()
    if (invited) earshot.start({ ...DEFAULTS, ...invited })
  }
  const page: EarshotApi & { start (options: Partial<CaptureOptions>): void } = {
    get state () { return earshot.state },
    start: (options: Partial<CaptureOptions>) => earshot.start({ ...DEFAULTS, session: '', ...options }),
    stop () {
      forget()
      earshot.stop()
    },
    screenshot: picture => earshot.screenshot(picture)
  }
  const target = window as { Earshot?: EarshotApi }
  if (!target.Earshot) {
    target.Earshot = page
    window.addEventListener('hashchange', wake)
  }
  wake()
}
