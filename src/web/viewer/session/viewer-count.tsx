// How many watch, in the session's menu: asked for while the menu is open.
import { useEffect, useState } from 'preact/hooks'
import { usePage } from '../context.js'
import type { Api } from '../model/session/api.js'

const EVERY_MS = 5000

export function ViewerCount () {
  const { session: { api }, words: { session: words } } = usePage()
  const [viewers, setViewers] = useState<number | undefined>(undefined)
  useEffect(() => {
    let isWanted = true
    const look = async () => {
      const count = await viewersOf(api)
      if (isWanted) setViewers(count)
    }
    const timer = setInterval(look, EVERY_MS)
    look().catch(() => {}) // it rejects never
    return () => {
      isWanted = false
      clearInterval(timer)
    }
  }, [api])
  // Zero while this page itself is cut off: nothing is said then, nor where an older service does not know.
  return viewers ? <div class='menu-heading'>{words.viewers(viewers)}</div> : null
}

async function viewersOf (api: Api): Promise<number | undefined> {
  try {
    const { viewers } = await (await api.ask('GET', 'capture/viewers')).json() as { viewers?: unknown }
    return typeof viewers === 'number' ? viewers : undefined
  } catch {
    return undefined
  }
}
