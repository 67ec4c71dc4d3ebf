// The English words of session/session-items.tsx, which is loaded late.
export const sessionMenu = {
  connect: 'Connect an app…',
  copyId: 'Copy the session id',
  fresh: 'New session',
  viewers: (count: number) => count === 1 ? 'Only you are watching' : `${count.toLocaleString('en')} are watching, including you`,
  sources: (count: number) => count === 1 ? '1 app is sending' : `${count.toLocaleString('en')} apps are sending`,
  sourceHint: (time: string, pending: number) => `${pending > 0 ? `${pending.toLocaleString('en')} pending · ` : ''}last ${time}`,
  known: 'Sessions seen before',
  forget: (id: string) => `Forget ${id}`,
  keys: {}
}
