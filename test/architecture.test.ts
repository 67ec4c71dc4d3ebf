// Checks the imports of every source file against the table in docs/architecture.md, and other rules about the source.
import t from 'tap'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const SRC = fileURLToPath(new URL('../src', import.meta.url))

const DOCUMENT = readFileSync(new URL('../docs/architecture.md', import.meta.url), 'utf8')

/**
 * The imports that each folder, or each folder within a folder, may have: folders, single files, packages. `type:` allows only types,
 * `late:` only import(), and `*` everything.
 */
const RULES = rulesOf(DOCUMENT)

/** `isLate`: imported with `import()`, or as the URL of a worker. */
interface Import { from: string, what: string, typeOnly: boolean, isLate: boolean }

/** Matches `import … from`, bare `import`, and `export … from`, which also imports. */
const AT_ONCE =
  /^(?:import\s+(type\s)?(?:[^'"]*?\sfrom\s+)?|export\s+(type\s)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s+from\s+)['"]([^'"]+)['"]/gm
const LATE = /\bimport\(\s*(?:['"]([^'"]+)['"])?/g
const COMMENTS = /^\s*(?:\/\/|\/?\*).*$/gm
/** Stands for the target of an `import()` whose URL is computed at run time. */
const COMPUTED = '?'

t.test('every import is allowed by the rules of its folder', async t => {
  for (const found of allImports().filter(({ what }) => what !== COMPUTED)) {
    const { from, what, typeOnly } = found
    const folder = folderOf(from)
    if (!folder) t.fail(`${from} belongs to no folder of the table`)
    else if (![folder, ...RULES[folder]!].some(rule => allows(rule, found))) {
      t.fail(`${from} must not import ${typeOnly ? 'type ' : ''}${what}`)
    }
  }
  t.ok(allImports().length > 50, 'finds imports to check')
  t.ok(allImports().filter(({ isLate }) => isLate).length > 40, 'finds late imports to check')
})

t.test('only four files import computed URLs (later parts of the recorder)', async t => {
  t.same(allImports().filter(({ what }) => what === COMPUTED).map(({ from }) => from),
    ['beside/part.ts', 'late-delivery.ts', 'late-parts.ts', 'page-script.ts'].map(name => `web/capture/browser/${name}`))
})

t.test('reads the rules from the table, and every folder in the table exists', async t => {
  const table = '| folder or file | contains | may import |\n|---|---|---|\n| `a/b/` | text | x, types of y, @z/ |\n' +
    '| `c.ts` | text | nothing |\n| `d.ts` | `e` | everything |\n| `f.ts` | text | import() of x |'
  t.same(rulesOf(table), { 'a/b': ['x', 'type:y', '@z/'], c: [], d: ['*'], f: ['late:x'] })
  const inHouse = new Set(files().map(folderOf))
  t.same(Object.keys(RULES).filter(folder => !inHouse.has(folder)), [], 'every folder in the table exists')
})

t.test('every file that docs/architecture.md names exists', async t => {
  // Other names are relative to the folder that the sentence describes.
  const folders = [...readdirSync(SRC), 'docs', 'test', 'scripts']
  const named = [...new Set(DOCUMENT.match(/(?<![\w./<>-])[\w-]+(?:\/[\w.-]+)+\.(?:tsx?|lua|css|md)\b/g))]
    .filter(name => folders.includes(name.split('/')[0]!))
  t.ok(named.length > 100, 'finds names to check')
  t.same(named.filter(name => !['src', '.'].some(folder => existsSync(new URL(`../${folder}/${name}`, import.meta.url)))), [])
})

t.test('each path in docs/architecture.md states its number of files (at most 15), and the names in its steps exist', async t => {
  const parts = DOCUMENT.split(/^```\n/m)
  const paths = parts.map((part, n) => ({ drawn: parts[n - 1] ?? '', count: Number(/^\nThe path goes through (\d+) files/.exec(part)?.[1]) }))
    .filter(({ count }) => !Number.isNaN(count))
  t.equal(paths.length, 5)
  for (const { drawn, count } of paths) {
    const steps = [...drawn.matchAll(/^ *(?:-> |<- )?(.*?) {2,}([\w/.-]+\.(?:tsx?|lua)) /gm)]
      .map(([, what, file]) => ({ what: what!, file: file! }))
    t.equal(new Set(steps.map(({ file }) => file)).size, count, steps[0]!.what)
    t.ok(count <= 15)
    for (const { what, file } of steps) {
      // `a.b()` refers to the method `b`; a step in plain words names no symbol.
      const [, name] = /^(?:\w+ = )?(?:\w+\.)*(\w+)(?:\(.*)?$/.exec(what) ?? []
      if (name) t.match(read(file), new RegExp(`\\b${name}\\b`, 'i'), `${name} in ${file}`)
    }
  }
})

t.test('the server does not import web/ or cli/, and pure folders use neither Node nor the DOM', async t => {
  t.same(allImports().filter(({ from, what }) => !/^(web|cli|playwright)\//.test(from) && /^(web|cli)\//.test(what)), [])
  const folders = [...DOCUMENT.matchAll(/^\| `([\w/]+\/)` \| pure: /gm)].map(([, folder]) => folder!)
  t.ok(folders.length > 10, 'the table marks folders as pure')
  const pure = files().filter(file => folders.some(folder => file.startsWith(folder)))
  t.same(pure.filter(file => /^(?!\s*\/\/).*\b(Buffer|process|globalThis|window|document|setTimeout)\b[.(]/m.test(read(file))), [])
})

t.test('every folder of the viewer has rules, its model uses no components or DOM, and its folders have no import cycles', async t => {
  const ofPage = files().filter(file => /^web\/viewer\/\w+\//.test(file))
  t.same([...new Set(ofPage.map(file => file.split('/', 3).join('/')))].filter(folder => !RULES[folder]), [])
  const model = ofPage.filter(file => file.startsWith('web/viewer/model/'))
  t.ok(model.length > 20, 'finds files of the model to check')
  const usesDom = /^(?!\s*(?:\/\/|\*|\/\*)).*\b(window|document|HTMLElement)\b(?:[.(]| as |\[)/m
  t.same(model.filter(file => file.endsWith('.tsx') || usesDom.test(read(file))), [])
  const folders = Object.keys(RULES).filter(folder => /^web\/viewer\/\w+$/.test(folder))
  const arrows = folders.flatMap(folder => folders
    .filter(other => other !== folder && RULES[folder]!.some(rule => rule.replace('type:', '') === other))
    .map(other => ({ ...importsOf('a.ts', "import 'b'")[0]!, from: folder, what: other })))
  t.ok(arrows.length > 20, 'finds imports between folders to check')
  t.same(circles(arrows), [])
})

t.test('there are no import cycles, including type imports', async t => {
  t.same(circles(allImports()), [])
  const circle = importsOf('a/x.ts', "import '../b/y.js'")
    .concat(importsOf('b/y.ts', "import type { Z } from './z.js'"), importsOf('b/z.ts', "import '../a/x.js'"))
  t.same(circles(circle), [['a/x', 'b/y', 'b/z', 'a/x']], 'the check finds a cycle')
  const back = importsOf('a/x.ts', "const y = async () => await import('../b/y.js')")
    .concat(importsOf('b/y.ts', "export { x } from '../a/x.js'"))
  t.same(circles(back), [['a/x', 'b/y', 'a/x']],
    'also finds a cycle through import(): neither file can be understood without the other')
})

t.test('one file opens Redis connections; only a few files read the environment; one file each of service and CLI exits', async t => {
  const only = (pattern: RegExp) => files().filter(file => pattern.test(read(file)))
  t.same(only(/new (Redis|Cluster)\b/), ['redis/connections.ts'])
  t.same(only(/process\.env/),
    ['cli/environment.ts', 'main.ts', 'playwright/fixture.ts', 'redis/programs.ts', 'web/capture/node/register.ts', 'web/capture/node/send-at-exit.ts'])
  t.same(only(/process\.exit\b/), ['cli/main.ts', 'main.ts'])
})

t.test('only store/keys.ts contains names of Redis keys', async t => {
  const others = files().filter(file => !['store/keys.ts'].includes(file))
  t.same(others.filter(file => /['"`]capture:|\bcapture:\{/.test(read(file))), [])
})

t.test('every file opens with a comment on its content', async t => {
  t.same(files().filter(file => !/^(#![^\n]*\n)?(\/\/|--) \S/.test(read(file))), [])
})

t.test('no line is longer than 140 characters', async t => {
  // ESLint checks the TypeScript files; no linter checks these.
  const others = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(name => /\.(css|html|lua)$/.test(name))
  t.ok(others.length > 50, 'finds files to check')
  t.same(others.filter(name => /^.{141,}$/m.test(read(name))), [])
})

t.test('the checker finds each kind of import, and refuses forbidden ones', async t => {
  const source = [
    "import type { Redis } from 'ioredis'", "import x, { y } from '../routes/capture.js'", "import './z.js'",
    "import type { HAR } from 'har-format'",
    "import {\n  a,\n  b\n} from './many.js'", "import url from './w.ts?worker&url'",
    "export { a } from './b.js'", "export type { C } from 'c'", "export * from './d.js'", "export * as e from '../e.js'",
    "export interface F { g: 'from' }",
    "const h = lazy(async () => (await import('../h.js')).H), i = await import(\"./i.js\"), j = import(address)",
    "  // as import('./no.js') would do"
  ].join('\n')
  const of = (what: string, more: Partial<Import> = {}) => ({ from: 'store/a.ts', what, typeOnly: false, isLate: false, ...more })
  t.same(importsOf('store/a.ts', source), [
    of('ioredis', { typeOnly: true }), of('routes/capture'), of('store/z'), of('har-format', { typeOnly: true }), of('store/many'),
    of('store/w', { isLate: true }),
    of('store/b'), of('c', { typeOnly: true }), of('store/d'), of('e'),
    of('h', { isLate: true }), of('store/i', { isLate: true }), of(COMPUTED, { isLate: true })
  ])
  t.equal(allows('late:start', of('start')), false)
  t.equal(allows('late:start', of('start', { isLate: true })), true)
  t.equal(allows('type:start', of('start', { isLate: true })), false)
  t.equal(matches('routes/capture', 'store'), false)
  t.equal(matches('store/keys', 'store'), true)
  t.equal(matches('typebox/compile', 'typebox'), true)
})

function rulesOf (document: string): Record<string, string[]> {
  const rows = document.matchAll(/^\| `([\w/-]+?)(?:\/|\.ts)` \|.*\| ([^|]+) \|$/gm)
  return Object.fromEntries([...rows].map(([, folder, rule]) => [folder!, rule === 'nothing' ? [] : rule!.split(', ').map(ruleOf)]))
}

function ruleOf (words: string): string {
  return words === 'everything' ? '*' : words.replace('types of ', 'type:').replace('import() of ', 'late:')
}

// Returns the innermost folder, or the file, that has rules.
function folderOf (file: string): string | undefined {
  const parts = file.replace(/\.tsx?$/, '').split('/')
  return [4, 3, 2, 1].map(count => parts.slice(0, count).join('/')).find(folder => RULES[folder])
}

/** Returns each cycle as a list of its files; the first one is repeated at the end. */
function circles (imports: Import[]): string[][] {
  const found: string[][] = []
  const done = new Set<string>()
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) { found.push([...path.slice(path.indexOf(file)), file]); return }
    if (done.has(file)) return
    done.add(file)
    for (const { from, what } of imports) if (from.replace(/\.tsx?$/, '') === file) visit(what, [...path, file])
  }
  for (const { from } of imports) visit(from.replace(/\.tsx?$/, ''), [])
  return found
}

function allows (rule: string, { what, typeOnly, isLate }: Import): boolean {
  const [, how, rest = rule] = /^(type|late):(.*)$/.exec(rule) ?? []
  return rule === '*' || (matches(what, rest) && (how === undefined || (how === 'type' ? typeOnly : isLate)))
}

function matches (what: string, rule: string): boolean {
  return what === rule || what.startsWith(/[:/]$/.test(rule) ? rule : `${rule}/`)
}

function allImports (): Import[] {
  return files().filter(file => !file.endsWith('.lua')).flatMap(file => importsOf(file, read(file)))
}

function importsOf (from: string, source: string): Import[] {
  const place = (specifier: string) =>
    specifier.startsWith('.') ? normalize(join(dirname(from), specifier)).replace(/\.[jt]sx?(\?.*)?$/, '') : specifier
  const atOnce = [...source.matchAll(AT_ONCE)].map(([, imported, exported, specifier]) =>
    ({ from, what: place(specifier!), typeOnly: (imported ?? exported) !== undefined, isLate: specifier!.includes('?worker') }))
  const late = [...source.replace(COMMENTS, '').matchAll(LATE)].map(([, specifier]) =>
    ({ from, what: specifier === undefined ? COMPUTED : place(specifier), typeOnly: false, isLate: true }))
  return [...atOnce, ...late]
}

function files (): string[] {
  return readdirSync(SRC, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(tsx?|lua)$/.test(entry.name))
    .map(entry => relative(SRC, join(entry.parentPath, entry.name)))
    .sort()
}

function read (file: string): string {
  return readFileSync(join(SRC, file), 'utf8')
}
