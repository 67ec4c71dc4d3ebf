// Whether apps need a token to push, as the service's own documents tell; and the one to show in the snippets, kept for the tab.
import { signal, type Signal } from '@preact/signals'
import { storageOf } from '../model/prefs.js'

const KEY = 'earshot.push-token'

/** False where it cannot be known. */
export async function pushNeedsToken (url: string): Promise<boolean> {
  try {
    const reply = await fetch(`${url}/openapi.json`)
    const { paths } = await reply.json() as { paths?: Record<string, { post?: { security?: unknown[] } }> }
    return (paths?.['/capture/raw-data']?.post?.security?.length ?? 0) > 0
  } catch {
    return false
  }
}

export function pushTokenOfTab (): Signal<string> {
  const storage = storageOf('sessionStorage')
  const token = signal(read(storage))
  token.subscribe(value => { try { storage?.setItem(KEY, value) } catch {} })
  return token
}

function read (storage: Storage | undefined): string {
  try {
    return storage?.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}
