// Direct scan: the session comes with the address of the page, `#earshot=<session>` or `?earshot=<session>`, and is remembered for the tab.
import { quiet } from '../core/host.js'

export interface Invitation {
  session: string
  token?: string | undefined
}

const KEY = 'earshot'
const IN_ADDRESS = /[#?&]earshot=([^&#]*)/
const TOKEN = /[#&]earshot-token=([^&#]*)/

/** That of the address, else the one that the tab remembers. An empty one in the address forgets it. */
export function invitation (): Invitation | undefined {
  const found = IN_ADDRESS.exec(location.href)
  if (!found) return quiet(() => JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Invitation | undefined) ?? undefined
  const invited = { session: decoded(found[1]), token: decoded(TOKEN.exec(location.hash)?.[1]) || undefined }
  quiet(() => invited.session ? sessionStorage.setItem(KEY, JSON.stringify(invited)) : forget())
  return invited.session ? invited : undefined
}

export function forget (): void {
  quiet(() => sessionStorage.removeItem(KEY))
}

function decoded (text = ''): string {
  return quiet(() => decodeURIComponent(text)) ?? text
}
