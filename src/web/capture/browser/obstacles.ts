// Permanent reasons why a page cannot reach the service: its own security policy, or an https page with an http service. Only the developer
// can change that, so the recorder reports it once and does not retry.
import type { Recorder } from '../core/recorder.js'

/** Matches the page's protocol followed by the service's address: `https:http://host/`. Browsers allow plain http to this machine. */
const MIXED = /^https:http:\/\/(?!(?:[^/]*\.)?localhost[:/]|127[.\d]+[:/]|\[::1])/

/** The reason, in a sentence; undefined if mixed content is not a problem. */
export function mixedContent (base: string): string | undefined {
  return MIXED.test(location.protocol + base) ? `browsers forbid an https page to use ${base}` : undefined
}

/** Blocks the recorder if the page's policy forbids it. `over`: its signal removes the listener. */
export function watchPolicy (recorder: Recorder, base: string, over: AbortController): void {
  const { origin } = new URL(base)
  // Pages and workers both dispatch this event.
  globalThis.addEventListener('securitypolicyviolation', ({ disposition, effectiveDirective, blockedURI }) => {
    const isOurs = effectiveDirective === 'connect-src' ? blockedURI.startsWith(origin) : blockedURI.includes('/earshot-delivery')
    if (disposition !== 'enforce' || !isOurs) return
    const { origin: source } = new URL(blockedURI)
    recorder.block(`the content security policy of this page forbids it; add ${source} to its ${effectiveDirective.replace('-elem', '')}`)
  }, over)
}
