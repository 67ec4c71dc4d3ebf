// What keeps a page from reaching the service for good: its own policy, or that it is https and the service is not. Only the developer can
// change that, so it is told once, and nothing is tried again.
import type { Recorder } from '../core/recorder.js'

const LOCAL = /^http:\/\/(?:(?:[^/]*\.)?localhost|127(?:\.\d+){3}|\[::1\])[:/]/

/** Undefined where nothing is in the way. */
export function mixedContent (base: string): string | undefined {
  if (location.protocol !== 'https:' || !base.startsWith('http:') || LOCAL.test(base)) return undefined
  return `this page is https and the service is not (${base}), which browsers forbid; serve it by https`
}

/** Returns what ends it. */
export function watchPolicy (recorder: Recorder, base: string): () => void {
  const { origin } = new URL(base)
  const onViolation = ({ disposition, effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    const isOurs = effectiveDirective === 'connect-src' ? blockedURI.startsWith(origin) : blockedURI.includes('/earshot-delivery')
    if (disposition !== 'enforce' || !isOurs) return
    recorder.block(
      `the content security policy of this page forbids it; add ${new URL(blockedURI).origin} to its ${effectiveDirective.replace('-elem', '')}`
    )
  }
  document.addEventListener('securitypolicyviolation', onViolation)
  return () => document.removeEventListener('securitypolicyviolation', onViolation)
}
