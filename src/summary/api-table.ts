// The requests of a session by what they ask: method, host and path. The one rule: a host that nobody knows is taken for the only one that the same
// method and path are known of; recorders often learn the host with the answer.
import { ApiGroup } from './api-group.js'
import type { Asked } from './asked.js'

export class ApiTable {
  /** By method and path, then by host; both in the order in which they were first asked. */
  readonly #groups = new Map<string, Map<string, ApiGroup>>()

  add (asked: Asked): void {
    const { method, host, path } = asked
    const name = `${method} ${path}`
    const hosts = this.#groups.get(name) ?? new Map<string, ApiGroup>()
    this.#groups.set(name, hosts)
    const group = hosts.get(host) ?? new ApiGroup(method, host, path)
    hosts.set(host, group)
    group.add(asked)
  }

  /** One that was added. */
  remove (asked: Asked): void {
    const { method, host, path } = asked
    const hosts = this.#groups.get(`${method} ${path}`)
    const group = hosts?.get(host)
    group?.remove(asked)
    if (group?.count === 0) hosts?.delete(host)
    if (hosts?.size === 0) this.#groups.delete(`${method} ${path}`)
  }

  /** In the order in which they were first asked. */
  get groups (): ApiGroup[] {
    return [...this.#groups.values()].flatMap(hosts => {
      const [known, unknown] = [[...hosts.values()].filter(({ host }) => host !== ''), hosts.get('')]
      return unknown && known.length === 1 && known[0] ? [together(known[0], unknown)] : [...hosts.values()]
    })
  }
}

/** Those with most errors first, then those with most requests. */
export function worstFirst (groups: Iterable<ApiGroup>): ApiGroup[] {
  return [...groups].sort((a, b) => b.errors - a.errors || b.count - a.count)
}

function together (known: ApiGroup, unknown: ApiGroup): ApiGroup {
  const both = new ApiGroup(known.method, known.host, known.path)
  for (const { members } of [known, unknown]) for (const asked of members) both.add(asked)
  return both
}
