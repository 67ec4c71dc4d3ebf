// The file name for a session, the same for all ways to save it. A session's id may have characters that a file name must not have: they
// are replaced.

export function fileNameOf (session: string, ending: 'html' | 'har' | 'json'): string {
  return `earshot-${session.replace(/[^\w.~-]+/g, '_')}.${ending}`
}
