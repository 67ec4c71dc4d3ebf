// Loads parts of the page when they are first shown, so that the list appears sooner.
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { loadWords, words } from '../words/words.js'

/** If a part that should be shown does not load, it is tried again after this time. */
const AGAIN_MS = 5000

export interface Lazy<Props> {
  (props: Props): preact.JSX.Element | null
  /** Loads it before it is shown, if it will probably be needed soon. */
  preload: () => Promise<ComponentType<Props>>
}

export function lazy<Props extends object> (load: () => Promise<ComponentType<Props>>): Lazy<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const preload = () => {
    // After a failure, the next call tries again.
    loading ??= Promise.all([load(), loadWords()]).then(
      ([component]) => { loaded = component; return component }, error => { loading = undefined; throw error }
    )
    return loading
  }
  const Shown = (props: Props) => {
    const [hasFailed, setFailed] = useState<boolean | undefined>(undefined)
    useEffect(() => {
      let isShown = true
      // Even if it is already loaded: another component may have loaded it between the render and this effect.
      const show = () => {
        if (!isShown) return
        preload().then(() => { setFailed(false) }, () => {
          setFailed(true)
          setTimeout(show, AGAIN_MS)
        })
      }
      show()
      return () => { isShown = false }
    }, [])
    if (loaded) {
      const Loaded = loaded
      return <Loaded {...props} />
    }
    return hasFailed ? <p role='alert' class='not-loaded'>{words.value.page.notLoaded}</p> : null
  }
  return Object.assign(Shown, { preload })
}

/** Loads parts that will probably be needed, once `isTime` is true and the browser is idle. */
export function usePreload (isTime: boolean, parts: readonly { preload: () => Promise<unknown> }[]): void {
  useEffect(() => { if (isTime) whenIdle(() => { for (const part of parts) part.preload().catch(() => {}) }) }, [isTime])
}

// Some browsers have no `requestIdleCallback`.
function whenIdle (run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run)
  else setTimeout(run, 1000)
}
