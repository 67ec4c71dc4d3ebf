// The English words of session/session-items.tsx, which is loaded late.
import { countText } from '../../../../text/count.js'

export const sessionMenu = {
  connect: 'Connect an app…',
  copyId: 'Copy the session id',
  fresh: 'New session',
  viewers: (count: number) => count === 1 ? 'Only you are watching' : `${countText(count)} are watching, including you`,
  sources: (count: number) => count === 1 ? '1 app is sending' : `${countText(count)} apps are sending`,
  sourceHint: (time: string, pending: number) => `${pending > 0 ? `${countText(pending)} pending · ` : ''}last ${time}`,
  known: 'Sessions seen before',
  forget: (id: string) => `Forget ${id}`,
  keys: {}
}
