// The name of a request: the last part of its path. If that part is an id, the name includes the part before it.
import { pathPatternOf } from './path-pattern.js'

/** The name at the end of a path, and what is before it. An id alone says nothing: `products/42` is a name, `42` is none. */
export function splitName (path: string, pattern = pathPatternOf(path)): [before: string, last: string] {
  const slash = path.lastIndexOf('/', path.length - 2)
  const isNameless = slash > 0 && (pattern.endsWith('/*') || pattern.endsWith('/*/'))
  const at = (isNameless ? path.lastIndexOf('/', slash - 1) : slash) + 1
  // The path `/` is its own name.
  return at === path.length ? ['', path] : [path.slice(0, at), path.slice(at)]
}
