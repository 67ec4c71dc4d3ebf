// What a session is called as a file, whoever saves it: a session's id may have characters that a file's name may not.

export function fileNameOf (session: string, ending: 'html' | 'har'): string {
  return `earshot-${session.replace(/[^\w.~-]+/g, '_')}.${ending}`
}
