// The tests of the recorder use a walk to find all that the recorder has changed. This test checks that the walk finds changes of each
// kind.
import t from 'tap'
import { differences, walk } from './walk.js'

class Counter {
  count (): number { return 1 }
  get size (): number { return 2 }
}
const native = Reflect.get(Counter.prototype, 'count')

/** Each changes one thing, which is undone by making it anew. */
const CHANGES: Record<string, [change: (root: ReturnType<typeof rootOf>) => void, told: string[]]> = {
  nothing: [() => {}, []],
  'a function': [root => { root.inner.run = function () { return 2 } }, ['root.inner.run: value, but text, keys, name']],
  'a function of the same look': [
    root => { root.inner.same = new Proxy(root.inner.same, {}) }, ['root.inner.same: value, but text']
  ],
  'a value': [root => { root.inner.value = 2 }, ['root.inner.value: value']],
  'a new key': [root => { Object.assign(root.inner, { more: 1 }) }, ['root.inner.more: new']],
  'a key that is gone': [root => { Reflect.deleteProperty(root.inner, 'value') }, ['root.inner.value: gone']],
  'a symbol': [root => { Object.assign(root.inner, { [Symbol.for('a')]: 1 }) }, ['root.inner.Symbol(a): new']],
  'the order of keys': [
    root => { Reflect.deleteProperty(root.inner, 'value'); root.inner.value = 1 }, ['root.inner: order of keys']
  ],
  'whether a key is enumerable': [
    root => { Object.defineProperty(root.inner, 'value', { enumerable: false }) }, ['root.inner.value: enumerable']
  ],
  'a getter': [
    root => { Object.defineProperty(root.Own.prototype, 'size', { get: () => 3 }) },
    ['root.Own.prototype.size: get, but text, name']
  ],
  'a prototype': [root => { Object.setPrototypeOf(root.inner, {}) }, ['root.inner: prototype']],
  'that nothing can be added': [root => { Object.preventExtensions(root.inner) }, ['root.inner: isExtensible']],
  'what is found behind a getter of a root': [root => { root.behind.value = 2 }, ['root.lazy.value: value']],
  'what is found behind a prototype': [root => { root.parent.value = 2 }, ['root.inner.child.__proto__.value: value']]
}

function rootOf () {
  const parent = { value: 1 }
  const behind = { value: 1 }
  class Own extends Counter {
    override get size (): number { return 2 }
  }
  return {
    Own,
    parent,
    behind,
    get lazy () { return behind },
    inner: { value: 1, run: () => 1, same: native, child: Object.create(parent) as object, last: 1 }
  }
}

for (const [what, [change, told]] of Object.entries(CHANGES)) {
  t.test(`it finds ${what}`, async t => {
    const all = rootOf()
    const { parent, behind, ...root } = Object.getOwnPropertyDescriptors(all)
    const walked = walk({ root: Object.defineProperties({}, root) })
    change(all)
    t.same(differences(walked), told)
  })
}
