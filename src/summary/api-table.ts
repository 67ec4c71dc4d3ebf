// The requests of a session by what they ask: method, host and path. The one rule: a host that nobody knows is taken for the only one that
// the same method and path are known of; recorders often learn the host with the answer.
import { ApiGroup } from './api-group.js'
import type { Asked } from './asked.js'

export class ApiTable {
  /** By method and path; these and their hosts in the order in which they were first asked. */
  readonly #hosts = new Map<string, Hosts>()

  add (asked: Asked): void {
    const name = nameOf(asked)
    const hosts = this.#hosts.get(name) ?? new Hosts()
    this.#hosts.set(name, hosts)
    hosts.add(asked)
  }

  /** One that was added. */
  remove (asked: Asked): void {
    const name = nameOf(asked)
    const hosts = this.#hosts.get(name)
    hosts?.remove(asked)
    if (hosts?.isEmpty) this.#hosts.delete(name)
  }

  /** In the order in which they were first asked. */
  get groups (): ApiGroup[] {
    return [...this.#hosts.values()].flatMap(({ groups }) => groups)
  }
}

/** For sorting: those with most errors first, then those with most requests. */
export function worstFirst (a: Judged, b: Judged): number {
  return b.errors - a.errors || b.count - a.count
}

type Judged = Pick<ApiGroup, 'errors' | 'count'>

function nameOf ({ method, path }: Asked): string {
  return `${method} ${path}`
}

/** What asks for one method and path, by its host. */
class Hosts {
  readonly #groups = new Map<string, ApiGroup>()
  /**
   * The only known one with the unknown one. It is kept up with both, because a table that is drawn four times a second asks for it each
   * time.
   */
  #both: ApiGroup | undefined

  get isEmpty (): boolean {
    return this.#groups.size === 0
  }

  get groups (): ApiGroup[] {
    const [known, unknown] = [[...this.#groups.values()].filter(({ host }) => host !== ''), this.#groups.get('')]
    if (!unknown || known.length !== 1 || !known[0]) return [...this.#groups.values()]
    this.#both ??= together(known[0], unknown)
    return [this.#both]
  }

  add (asked: Asked): void {
    const { method, host, path } = asked
    const group = this.#groups.get(host)
    if (group) {
      group.add(asked)
      this.#both?.add(asked)
      return
    }
    const first = new ApiGroup(method, host, path)
    this.#groups.set(host, first)
    first.add(asked)
    this.#both = undefined
  }

  remove (asked: Asked): void {
    const group = this.#groups.get(asked.host)
    group?.remove(asked)
    this.#both?.remove(asked)
    if (group?.count !== 0) return
    this.#groups.delete(asked.host)
    this.#both = undefined
  }
}

function together (known: ApiGroup, unknown: ApiGroup): ApiGroup {
  const both = new ApiGroup(known.method, known.host, known.path)
  for (const { members } of [known, unknown]) for (const asked of members) both.add(asked)
  return both
}
