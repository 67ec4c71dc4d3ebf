// What is asked of the service itself is not recorded: whoever watches a session from the app that is recorded would be told of each answer
// that tells of an answer.

/** `base`: where the service is mounted, with a slash at its end. */
export function isOwn (base: string, address: string): boolean {
  const asked = address.replace(/^ws/, 'http')
  return asked.startsWith(`${base}capture/`) || asked.startsWith(`${base}ws?`)
}
