// Requests to the service itself are not recorded: if the recorded app also watches its session, recording one answer would cause
// another answer, in an endless loop.

/** `base`: where the service is mounted, with a slash at its end. */
export function isOwn (base: string, address: string): boolean {
  const asked = address.replace(/^ws/, 'http')
  return asked.startsWith(`${base}capture/`) || asked.startsWith(`${base}ws?`)
}
