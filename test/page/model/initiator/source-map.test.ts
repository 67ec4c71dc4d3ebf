// Reading source maps: their addresses, original positions and function names; also if a server sends some other text instead.
import t from 'tap'
import fc from 'fast-check'
import { functionFinder } from '../../../../src/web/viewer/model/initiator/function-names.js'
import { mapAddressOf } from '../../../../src/web/viewer/model/initiator/map-address.js'
import { originalsOf } from '../../../../src/web/viewer/model/initiator/source-map.js'
import { runs } from '../../../support/runs.js'

const SOURCE = `
export async function loadOrder(id: number) { await call('declared') }
const arrow = async (x: string): Promise<void> => { call('arrow') }
const typed: Run = function () { call('typed') }
class Client extends Base {
  async send() { call('method') }
  field = () => { call('field') }
  static #secret() { call('private') }
  get order() { return call('getter') }
}
const object = { go() { call('short') }, run: function () { call('long') }, quick: () => call('quick') }
exports.handler = async () => { call('member') }
a.b = function own() { call('own') }
items.forEach(item => call('callback'))
function Page () { return <button onClick={() => call('attribute')}>{items.map(function inner () { call('jsx') })}</button> }
call('top')
`

t.test('finds the name of the function around a place', async t => {
  const nameOf = functionFinder('src/a.tsx?x', SOURCE)!
  const found: Record<string, string | undefined> = {}
  SOURCE.split('\n').forEach((text, n) => {
    for (const { index, 1: what } of text.matchAll(/call\('(\w+)'/g)) found[what!] = nameOf(n + 1, index + 1)
  })
  t.strictSame(found, {
    declared: 'loadOrder',
    arrow: 'arrow',
    typed: 'typed',
    method: 'Client.send',
    field: 'Client.field',
    private: 'Client.#secret',
    getter: 'Client.order',
    short: 'go',
    long: 'run',
    quick: 'quick',
    member: 'handler',
    own: 'own',
    callback: undefined,
    attribute: undefined,
    jsx: 'inner',
    top: undefined
  })
  t.equal(nameOf(1000, 1), undefined)
  t.equal(functionFinder('a.vue', SOURCE), undefined)
  t.equal(functionFinder('a.ts', 'function f () { const x = <T>y; call() }')!(1, 33), 'f')
})

t.test('finds the map that a script names in a comment at its end', async t => {
  const data = 'data:application/json;charset=utf-8;base64,e30='
  t.same([
    mapAddressOf('a()\n//# sourceMappingURL=a.js.map'), mapAddressOf('a()\n//@ sourceMappingURL=a.js.map\n\n// end\n'),
    mapAddressOf('a()\r\n/*# sourceMappingURL=a.js.map */\r\n'), mapAddressOf('a()', 'b.map'), mapAddressOf(`a()\n//# sourceMappingURL=${data}`),
    mapAddressOf('a()\n//# sourceMappingURL=data:application/json,%7B%7D')
  ], [{ address: 'a.js.map' }, { address: 'a.js.map' }, { address: 'a.js.map' }, { address: 'b.map' }, { text: '{}' }, { text: '{}' }])
  for (const none of [
    '', 'a()', 'x = "//# sourceMappingURL=a.js.map"\na()', `eval("b()\\n//# sourceMappingURL=${data}\\n//# sourceURL=webpack-internal:///b.js\\n")`,
    'a()\n//# sourceMappingURL=', '// sourceMappingURL=a.js.map', 'a()\n//# sourceMappingURL=data:application/json;base64,%%%',
    'a()\n//# sourceMappingURL=data:text/html,x'
  ]) t.equal(mapAddressOf(none), undefined, none)
})

const MAP = { version: 3, sources: ['../src/a.ts'], names: [], mappings: 'AAAA', sourcesContent: ['  call()  '] }
const CALL = { url: 'https://a.test/a.js', line: 1, column: 1 }
const read = (map: unknown, calls = [CALL]) => originalsOf(typeof map === 'string' ? map : JSON.stringify(map), 'https://a.test/x/a.js.map', calls)

t.test('reads maps of all kinds', async t => {
  const original = { path: 'src/a.ts', line: 1, column: 1, code: 'call()', isLibrary: false }
  t.same(read(MAP), [original])
  t.same(read(`)]}'\n${JSON.stringify(MAP)}`), [original])
  t.same(read({ version: 3, sections: [{ offset: { line: 0, column: 0 }, map: MAP }] }), [original])
  t.same(read({ ...MAP, names: undefined }), [original])
  t.same(read({ ...MAP, sources: ['webpack://shop/./node_modules/lib/a.js'], sourcesContent: undefined }),
    [{ path: 'node_modules/lib/a.js', line: 1, column: 1, isLibrary: true }])
  t.same(read({ ...MAP, ignoreList: [0] }), [{ ...original, isLibrary: true }])
  t.same(read(MAP, [{ ...CALL, line: 9 }]), [undefined])
})

t.test('a map that would take gigabytes of memory is refused before it is read', async t => {
  const at = (line: unknown, map: unknown = MAP) => ({ offset: { line, column: 0 }, map })
  for (const dense of [
    { ...MAP, mappings: ';'.repeat(4_000_001) },
    { ...MAP, mappings: 'A,'.repeat(4_000_001) },
    { sections: [at(0), at(1e9)] },
    { sections: [at(3_000_000, { sections: [at(2_000_000)] })] }
  ]) t.throws(() => read(dense), { name: 'TooDense' })
  for (const wrong of [at('9'.repeat(9)), at(-1), at(1.5), at(0, JSON.stringify({ sections: [at(1e9)] }))]) {
    t.throws(() => read({ sections: [wrong] }), JSON.stringify(wrong).slice(0, 80))
  }
  // Sections that begin at large lines are common: the bundle of an app has one for each module.
  const sections = Array.from({ length: 1000 }, (_, n) => at(n * 1000))
  t.equal(read({ sections }, [{ ...CALL, line: 999_001 }])[0]?.line, 1)
})

t.test('what is not a source map is refused; fields of a wrong type do no harm', async t => {
  for (const wrong of ['', 'null', '[]', '7', '{}', '<!doctype html>', { ...MAP, mappings: [] }, { ...MAP, sources: 'a' }, { sections: [{}] }]) {
    t.throws(() => read(wrong), JSON.stringify(wrong))
  }
  const depth = 100_000
  t.throws(() => read('{"sections":[{"offset":{"line":0,"column":0},"map":'.repeat(depth) + JSON.stringify(MAP) + '}]}'.repeat(depth)))
  const odd = fc.oneof(fc.anything(), fc.constantFrom('AAAA', ';;AAAA', 'ACAA', '////', 'A', 'gggggggggggggB'))
  const fields = fc.record({
    version: odd,
    sources: fc.oneof(odd, fc.array(odd)),
    names: odd,
    mappings: odd,
    sourcesContent: fc.oneof(odd, fc.array(odd)),
    sourceRoot: odd,
    ignoreList: odd
  })
  fc.assert(fc.property(fields, map => {
    let text: string | undefined
    try { text = JSON.stringify(map) } catch {}
    let found
    try { found = read(text ?? '') } catch { return true }
    return found.every(one => one === undefined ||
      (typeof one.path === 'string' && one.path.length <= 500 && one.line >= 1 && one.column >= 1 && (one.code ?? '').length <= 200))
  }), { numRuns: runs(500) })
})
