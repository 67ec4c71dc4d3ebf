// The targets to which the proxy forwards requests: one URL, or several, each chosen by the beginning of the path.
import { parsedUrl } from '../../exchange/parsed-url.js'
import { usageFailure } from '../failure.js'

export interface Target {
  /** The beginning of the proxy's paths, such as `/api`; empty for all paths without another target. */
  prefix: string
  /** Such as `https://api.example.com`. */
  origin: string
  /** The path that replaces the prefix, without a slash at its end. */
  path: string
  /** Not a URL, whose getters build a new string at each call. `hostname`: an IPv6 address has no brackets, as Node wants it. */
  server: { protocol: string, host: string, hostname: string, port: string }
}

const TARGET_EXAMPLES = 'such as https://api.example.com, or /api=https://api.example.com'

/** Reads `https://…` or `/prefix=https://…`; throws a Failure if a text is neither. */
export function readTargets (texts: string[]): Target[] {
  const targets = texts.map(readTarget)
  const duplicate = targets.find(({ prefix }, n) => targets.findIndex(other => other.prefix === prefix) < n)
  if (duplicate) {
    throw usageFailure(
      duplicate.prefix ? `Two targets have prefix ${duplicate.prefix}` : 'Give each target a prefix, such as /api=https://api.example.com'
    )
  }
  // The longest prefix first, because it is the most specific one.
  return targets.sort((a, b) => b.prefix.length - a.prefix.length)
}

function readTarget (text: string): Target {
  const [, prefix = '', address = ''] = /^(?:(\/[^=?#]*)=)?(.*)$/s.exec(text) ?? []
  const url = parsedUrl(address)
  if (!url || !/^https?:$/.test(url.protocol)) throw usageFailure(`"${text}" is not a target: give a URL ${TARGET_EXAMPLES}`)
  if (url.username || url.password) {
    throw usageFailure('Remove the user and the password from the URL of the target: other users of this machine can read command lines. ' +
      'Let the app send an Authorization header instead')
  }
  if (url.search || url.hash) throw usageFailure(`A target must not have a query or a fragment: "${text}"`)
  const { origin, pathname, protocol, host, port } = url
  const server = { protocol, host, hostname: url.hostname.replace(/^\[|\]$/g, ''), port }
  return { prefix: prefix.replace(/\/+$/, ''), origin, path: pathname.replace(/\/+$/, ''), server }
}

/** The target for a path with its query; undefined if no prefix fits. */
export function targetOf (targets: readonly Target[], path: string): Target | undefined {
  // Another path is a URL with another host: the client uses this as a general HTTP proxy.
  return path.startsWith('/') || path === '*' ? targets.find(({ prefix }) => isWithin(path, prefix)) : undefined
}

/** Turns a path of the proxy into the path at the target. */
export function pathAtTarget ({ prefix, path }: Target, asked: string): string {
  const rest = path + asked.slice(prefix.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Turns a path of the target into the path at the proxy; undefined if the path is not within the target's. */
export function pathAtProxy ({ prefix, path }: Target, asked: string): string | undefined {
  if (!isWithin(asked, path)) return undefined
  const rest = prefix + asked.slice(path.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

function isWithin (path: string, beginning: string): boolean {
  return path.startsWith(beginning) &&
    (path.length === beginning.length || '/?#'.includes(path[beginning.length] ?? '') || beginning === '')
}
