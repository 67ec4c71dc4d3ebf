// The built files that apps load use only ES2020 in pages, and ES2017 in mini-programs and React Native: unknown syntax stops a whole file.
// Lookbehinds are forbidden, too, although they are ES2018: Safari supports them only since version 16.4.
import t from 'tap'
import { readFileSync } from 'node:fs'
import { Linter } from 'eslint'
import es from 'eslint-plugin-es-x'
import { buildScript } from './browser/build.js'

const SYNTAX = { page: 2020, 'mini-program': 2017 } as const
const FILES: [name: string, runsIn: keyof typeof SYNTAX, sourceType: 'script' | 'module'][] = [
  ['earshot.js', 'page', 'script'],
  ['earshot-delivery.js', 'page', 'module'],
  ['earshot-messages.js', 'page', 'module'],
  ['earshot-keep.js', 'page', 'module'],
  ['earshot-rules.js', 'page', 'script'],
  ['earshot-beside.js', 'page', 'script'],
  ['earshot-workers.js', 'page', 'script'],
  ['earshot-whole.js', 'page', 'script'],
  ['earshot-worker.js', 'page', 'script'],
  ['earshot-mini-program.js', 'mini-program', 'script'],
  // Metro compiles newer syntax, but adds no functions.
  ['earshot-react-native.js', 'mini-program', 'module']
]

t.before(buildScript)

t.test('the check finds what is too new', async t => {
  for (const code of ['/(?<!a)b/', 'new RegExp("(?<=a)b")', 'a.at(-1)', 'a.toReversed()', 'a.isWellFormed()', 'a.replaceAll("b", "c")', 'Object.hasOwn(a, "b")',
    'class A { #b = 1 }', 'a ??= b', 'a.findLast(b)', 'a.toSorted()', 'structuredClone(a)', 'AbortSignal.timeout(5)']) {
    t.equal(tooNew(code, 'page', 'script').length, 1, code)
  }
  t.same(tooNew('a?.b ?? c.matchAll(/a/g); this.at = 1', 'page', 'script'), [])
  t.equal(tooNew('a?.b', 'mini-program', 'script').length, 1)
})

for (const [name, runsIn, sourceType] of FILES) {
  t.test(name, async t => {
    t.same(tooNew(readFileSync(new URL(`../../../dist/web/${name}`, import.meta.url), 'utf8'), runsIn, sourceType), [])
  })
}

function tooNew (code: string, runsIn: keyof typeof SYNTAX, sourceType: 'script' | 'module'): string[] {
  const lines = code.split('\n')
  const faults = new Linter().verify(code, [{
    plugins: { 'es-x': es },
    languageOptions: { ecmaVersion: SYNTAX[runsIn], sourceType },
    // Looks at methods by their names, because types are not known.
    settings: { 'es-x': { aggressive: true } },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    rules: {
      ...es.configs['flat/restrict-to-es2020'].rules,
      ...es.configs['flat/no-new-in-esnext'].rules,
      'es-x/no-regexp-lookbehind-assertions': 'error',
      // A property may have this name; a call may not.
      'es-x/no-array-string-prototype-at': 'off',
      'no-restricted-syntax': ['error', 'CallExpression[callee.property.name="at"]', 'CallExpression[callee.name="structuredClone"]',
        'CallExpression[callee.object.name="AbortSignal"][callee.property.name=/^(any|timeout)$/]']
    }
  }])
  return faults.map(({ message, line, column }) => `${message}: ${lines[line - 1]?.slice(Math.max(0, column - 30), column + 30)}`)
}
