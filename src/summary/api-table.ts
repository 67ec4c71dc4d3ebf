// The requests of a session, grouped by method, host and path. If the same method and path have only one known host, requests with an
// unknown host count as requests to it: recorders often learn the host only with the response.
import { ApiGroup } from './api-group.js'
import type { RequestFigures } from './request-figures.js'

export class ApiTable {
  /** By method and path; both these and their hosts are in the order of their first requests. */
  readonly #hosts = new Map<string, Hosts>()

  add (figures: RequestFigures): void {
    const name = nameOf(figures)
    const hosts = this.#hosts.get(name) ?? new Hosts()
    this.#hosts.set(name, hosts)
    hosts.add(figures)
  }

  /** Removes a request that was added. */
  remove (figures: RequestFigures): void {
    const name = nameOf(figures)
    const hosts = this.#hosts.get(name)
    hosts?.remove(figures)
    if (hosts?.isEmpty) this.#hosts.delete(name)
  }

  /** The groups, in the order of their first requests. */
  get groups (): ApiGroup[] {
    return [...this.#hosts.values()].flatMap(({ groups }) => groups)
  }
}

/** For sorting: the APIs with the most errors first, then those with the most requests. */
export function worstFirst (a: Judged, b: Judged): number {
  return b.errors - a.errors || b.count - a.count
}

type Judged = Pick<ApiGroup, 'errors' | 'count'>

function nameOf ({ method, path }: RequestFigures): string {
  return `${method} ${path}`
}

/** The requests of one method and path, by host. */
class Hosts {
  readonly #groups = new Map<string, ApiGroup>()
  /**
   * The group of the only known host together with that of the unknown host. It is updated along with both, because a table that is
   * rendered four times a second reads it each time.
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

  add (figures: RequestFigures): void {
    const { method, host, path } = figures
    const group = this.#groups.get(host)
    if (group) {
      group.add(figures)
      this.#both?.add(figures)
      return
    }
    const first = new ApiGroup(method, host, path)
    this.#groups.set(host, first)
    first.add(figures)
    this.#both = undefined
  }

  remove (figures: RequestFigures): void {
    const group = this.#groups.get(figures.host)
    group?.remove(figures)
    this.#both?.remove(figures)
    if (group?.count !== 0) return
    this.#groups.delete(figures.host)
    this.#both = undefined
  }
}

function together (known: ApiGroup, unknown: ApiGroup): ApiGroup {
  const both = new ApiGroup(known.method, known.host, known.path)
  for (const { members } of [known, unknown]) for (const figures of members) both.add(figures)
  return both
}
