// Walks all objects and functions that an app can reach by properties, accessors and prototypes, and remembers their state. After the
// recorder has started, it names each difference by its path. Runs in pages and in Node.

interface Look {
  path: string
  prototype: object | null
  isExtensible: boolean
  /** The source text of a function. */
  texts: string[]
  own: Map<PropertyKey, Descriptor>
}

export type Walked = Map<object, Look>

const PARTS = ['value', 'get', 'set', 'writable', 'enumerable', 'configurable'] as const
type Descriptor = Partial<Record<typeof PARTS[number], unknown>>

/** `roots`: by their names. Their own getters are called, so that for example `navigator` is walked. */
export function walk (roots: Record<string, object>): Walked {
  const walked: Walked = new Map()
  const named: [path: string, found: unknown][] = Object.entries(roots)
  // What has no name of its own comes last, so that a prototype is found by the name of its class.
  const unnamed: typeof named = []
  const isRoot = new Set(Object.values(roots))
  // Not shift(), which moves all that follows: hundreds of thousands wait here.
  let [n, m] = [0, 0]
  const nextOf = () => n < named.length ? named[n++] : unnamed[m++]
  for (let next = nextOf(); next; next = nextOf()) {
    const [path, found] = next
    if (!isObject(found) || walked.has(found)) continue
    const look = lookAt(found, path)
    walked.set(found, look)
    unnamed.push([`${path}.__proto__`, look.prototype])
    for (const [key, { value, get, set }] of look.own) {
      const place = placeOf(path, key)
      named.push([place, value], [`${place} (get)`, get], [`${place} (set)`, set])
      if (typeof get === 'function' && isRoot.has(found)) unnamed.push([place, quiet(() => Reflect.apply(get, found, []) as unknown)])
    }
  }
  return walked
}

/** How everything that was walked looks now, compared with then: `window.fetch: value`. What else is told of a function is how it looks. */
export function differences (walked: Walked): string[] {
  return [...walked].flatMap(([object, was]) => {
    const is = lookAt(object, was.path)
    const told = [
      ...is.prototype === was.prototype ? [] : ['prototype'],
      ...is.isExtensible === was.isExtensible ? [] : ['isExtensible'],
      ...same(is.texts, was.texts) ? [] : ['text'],
      ...same(common(is, was), common(was, is)) ? [] : ['order of keys']
    ].map(what => `${was.path}: ${what}`)
    for (const key of new Set([...was.own.keys(), ...is.own.keys()])) {
      const [before, after] = [was.own.get(key), is.own.get(key)]
      const parts = before && after
        ? PARTS.filter(part => !Object.is(before[part], after[part])).map(part => part + unlike(before[part], after[part]))
        : [before ? 'gone' : 'new']
      told.push(...parts.map(part => `${placeOf(was.path, key)}: ${part}`))
    }
    return told
  })
}

/** What tells a function from the one in whose place it is: `, but text, name`; empty if nothing does. */
function unlike (before: unknown, after: unknown): string {
  if (typeof before !== 'function' || typeof after !== 'function') return ''
  const [was, is] = [lookAt(before, ''), lookAt(after, '')]
  const told = [
    ...same(was.texts, is.texts) ? [] : ['text'],
    ...was.prototype === is.prototype ? [] : ['prototype'],
    ...was.isExtensible === is.isExtensible ? [] : ['isExtensible'],
    ...same([...was.own.keys()], [...is.own.keys()]) ? [] : ['keys'],
    ...[...was.own].flatMap(([key, descriptor]) =>
      PARTS.every(part => Object.is(descriptor[part], is.own.get(key)?.[part])) ? [] : [String(key)])
  ]
  return told.length > 0 ? `, but ${told.join(', ')}` : ''
}

function lookAt (object: object, path: string): Look {
  const own: Look['own'] = new Map()
  // The bytes of an array of bytes are no part of how it looks.
  const keys = ArrayBuffer.isView(object) ? [] : Reflect.ownKeys(object)
  for (const key of keys) {
    const descriptor = quiet(() => Reflect.getOwnPropertyDescriptor(object, key))
    if (descriptor) own.set(key, descriptor)
  }
  return {
    path,
    prototype: Reflect.getPrototypeOf(object),
    isExtensible: Reflect.isExtensible(object),
    texts: typeof object === 'function' ? textsOf(object) : [],
    own
  }
}

function textsOf (named: Function): string[] {
  return [
    () => String(named), () => Function.prototype.toString.call(named), () => Object.prototype.toString.call(named)
  ].map(text => quiet(text) ?? 'none')
}

function common (one: Look, other: Look): PropertyKey[] {
  return [...one.own.keys()].filter(key => other.own.has(key))
}

function same (one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, n) => Object.is(value, other[n]))
}

function placeOf (path: string, key: PropertyKey): string {
  return `${path}.${String(key)}`
}

function isObject (value: unknown): value is object {
  return typeof value === 'function' || (typeof value === 'object' && value !== null)
}

function quiet<Value> (run: () => Value): Value | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

/** Prototypes that no property leads to: those of iterators and of functions of each kind. */
export function hidden (): Record<string, object> {
  return {
    'async function': async () => {},
    generator: function * () {},
    'async generator': async function * () {},
    'iterator of an array': [][Symbol.iterator](),
    'iterator of a map': new Map()[Symbol.iterator](),
    'iterator of a set': new Set()[Symbol.iterator](),
    'iterator of a text': ''[Symbol.iterator](),
    'iterator of matches': ''.matchAll(/a/g),
    'iterator of headers': new Headers().entries(),
    'iterator of a form': new FormData().entries(),
    'iterator of parameters': new URLSearchParams().entries(),
    'iterator of a stream': quiet(() => new ReadableStream().values()) ?? {},
    'array of numbers': Reflect.getPrototypeOf(Uint8Array) ?? {}
  }
}
