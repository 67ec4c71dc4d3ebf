// Finds out which browser has loaded the script for this session. The service tracks this only while a page asks for it. So this page asks
// again and again while it is visible, until a browser has loaded the script.
import { useEffect, useState } from 'preact/hooks'
import { usePage } from '../context.js'

export interface Loaded { browser?: string, device?: string }

const PAUSE_MS = 2000

/** Undefined until a browser has loaded it. */
export function useLoaded (isAsked: boolean): Loaded | undefined {
  const { session } = usePage()
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => {
    if (!isAsked || loaded) return
    let isWanted = true
    const ask = async () => {
      if (document.hidden) return
      const { loaded: isLoaded, ...by } = await (await session.api.ask('GET', 'capture/recorder')).json() as Loaded & { loaded: boolean }
      if (isLoaded && isWanted) setLoaded(by)
    }
    // An older service does not know, and this page says by itself that it is not connected.
    const again = () => { ask().catch(() => {}) }
    again()
    const timer = setInterval(again, PAUSE_MS)
    return () => {
      isWanted = false
      clearInterval(timer)
    }
  }, [isAsked, loaded, session])
  return loaded
}
