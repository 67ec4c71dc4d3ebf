// The versions of Node that work. The check must come before any other import: otherwise, an older Node would end with a stack trace, or
// with an error that names a missing feature.

/** The same version as `engines` in package.json. */
const [OLDEST_MAJOR, OLDEST_MINOR] = [20, 19]

/** One line for a person, if this Node is too old. */
export function unsupportedNode (): string | undefined {
  const { node } = process.versions
  const [major = 0, minor = 0] = node.split('.').map(Number)
  if (major > OLDEST_MAJOR || (major === OLDEST_MAJOR && minor >= OLDEST_MINOR)) return undefined
  return `Node ${OLDEST_MAJOR}.${OLDEST_MINOR} or later is needed; this one is ${node}`
}
