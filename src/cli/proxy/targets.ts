// Where the proxy passes requests on to: one address, or several, each by the beginning of the path.
import { usageFailure } from '../failure.js'

export interface Target {
  /** With which the proxy's paths begin: `/api`; empty for all that no other takes. */
  prefix: string
  /** `https://api.example.com`. */
  origin: string
  /** What takes the place of the prefix, without a slash at its end. */
  path: string
  url: URL
}

const NATURE = 'such as https://api.example.com, or /api=https://api.example.com'

/** From `https://…`, or `/prefix=https://…`; throws a Failure where one is neither. */
export function readTargets (texts: string[]): Target[] {
  const targets = texts.map(readTarget)
  const twice = targets.find(({ prefix }, n) => targets.findIndex(other => other.prefix === prefix) < n)
  if (twice) {
    throw usageFailure(
      twice.prefix ? `${twice.prefix} has two targets` : 'Several targets need a prefix each, such as /api=https://api.example.com'
    )
  }
  // The longest prefix first: it knows best.
  return targets.sort((a, b) => b.prefix.length - a.prefix.length)
}

function readTarget (text: string): Target {
  const [, prefix = '', address = ''] = /^(?:(\/[^=?#]*)=)?(.*)$/s.exec(text) ?? []
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw usageFailure(`A target is a URL ${NATURE}; "${text}" is none`)
  if (url.username || url.password) {
    throw usageFailure('A password does not go into the address of a target, which others can read: the app has to send it')
  }
  if (url.search || url.hash) throw usageFailure(`A target has neither a query nor a fragment: "${text}"`)
  return { prefix: prefix.replace(/\/+$/, ''), origin: url.origin, path: url.pathname.replace(/\/+$/, ''), url }
}

/** The target of a path with its query; undefined where none takes it. */
export function targetOf (targets: readonly Target[], path: string): Target | undefined {
  // A client that takes this for its proxy names another host.
  return path.startsWith('/') || path === '*' ? targets.find(({ prefix }) => isWithin(path, prefix)) : undefined
}

/** What the target is asked for, for a path of the proxy. */
export function pathAtTarget ({ prefix, path }: Target, asked: string): string {
  const rest = path + asked.slice(prefix.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** The other way round; undefined where the target is not asked for such a path. */
export function pathAtProxy ({ prefix, path }: Target, asked: string): string | undefined {
  if (!isWithin(asked, path)) return undefined
  const rest = prefix + asked.slice(path.length)
  return rest.startsWith('/') ? rest : `/${rest}`
}

function isWithin (path: string, beginning: string): boolean {
  return path.startsWith(beginning) &&
    (path.length === beginning.length || '/?#'.includes(path[beginning.length] ?? '') || beginning === '')
}
