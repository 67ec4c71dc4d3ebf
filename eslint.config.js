// Standard style (no semicolons, single quotes, two spaces) by neostandard, and our own rules. The rules of neostandard that oxlint has, too,
// and those that need types, are in .oxlintrc.json: oxlint finds the same in a tenth of the time.
import { readFileSync } from 'node:fs'
import neostandard from 'neostandard'

// An array in a pattern of t.match() matches more than it shows: [] every array, [{ id }] every list that begins so.
const MATCH = 'CallExpression[callee.property.name=/^(match|has)(Strict)?$/]'
const TYPESCRIPT = ['**/*.ts', '**/*.tsx']

// One way to keep members private. The minifier of the page shortens names with #; those of the recorder are shortened by
// scripts/build/shrink.js, which goes by the word.
const LOADED_FIRST = ['src/filter/**/*.ts', 'src/summary/**/*.ts', 'src/web/feed/**/*.ts', 'src/web/viewer/**/*.ts']
const BY_WORD = { selector: '[accessibility="private"]', message: 'Here # keeps members private (CONTRIBUTING.md).' }
const BY_SIGN = { selector: ':matches(PropertyDefinition, MethodDefinition) > PrivateIdentifier', message: 'The word private keeps members private here (CONTRIBUTING.md).' }

const { rules } = JSON.parse(readFileSync(new URL('.oxlintrc.json', import.meta.url), 'utf8'))
const byOxlint = Object.keys(rules).map(name => name.replace(/^typescript\//, '@typescript-eslint/').replace(/^node\//, 'n/'))

export default [
  // oxlint knows whether a comment that turns off one of its rules is needed.
  { linterOptions: { reportUnusedDisableDirectives: 'off' } },
  { ignores: ['dist/', 'data/', '.tap/'] },
  ...neostandard({ ts: true, filesTs: ['**/*.tsx'] }),
  {
    files: TYPESCRIPT,
    rules: {
      // oxlint knows from types whether it is an error.
      'prefer-promise-reject-errors': 'off',
      'max-lines': ['error', 250]
    }
  },
  {
    files: ['{src,test,bench,scripts}/**/*.{ts,tsx,js}'],
    rules: {
      '@stylistic/max-len': ['error', {
        code: 140, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreUrls: true
      }]
    }
  },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    rules: { '@stylistic/max-len': ['error', { code: 140, ignoreRegExpLiterals: true, ignoreUrls: true }] }
  },
  {
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    rules: { 'max-lines-per-function': ['error', { max: 60, skipComments: true, skipBlankLines: true }] }
  },
  {
    files: TYPESCRIPT,
    rules: {
      'no-restricted-properties': ['error', { object: 'URL', property: 'canParse', message: 'Wrong in Node 20: use parsedUrl (src/exchange/parsed-url.ts).' }]
    }
  },
  // stamps.ts: only a field with # can be added to any object.
  { files: ['src/**/*.ts'], ignores: [...LOADED_FIRST, 'src/web/capture/node/stamps.ts'], rules: { 'no-restricted-syntax': ['error', BY_SIGN] } },
  { files: LOADED_FIRST, rules: { 'no-restricted-syntax': ['error', BY_WORD] } },
  {
    files: ['src/**/*.tsx'],
    // Text of an entry is never HTML. The policy of the page would refuse it, too.
    rules: {
      'no-restricted-syntax': ['error', { selector: 'JSXAttribute[name.name=/^(dangerouslySetInnerHTML|innerHTML)$/]', message: 'Never HTML.' }]
    }
  },
  {
    files: ['test/**/*.ts', 'bench/**/*.ts', 'scripts/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', BY_SIGN, {
        selector: `${MATCH} > ArrayExpression:nth-child(2), ${MATCH} > :nth-child(2) ArrayExpression`,
        message: 'An array as a pattern ignores further items, and [] matches any: use t.same, t.equal, or matchEach of test/support.'
      }]
    }
  },
  { rules: Object.fromEntries(byOxlint.map(name => [name, 'off'])) }
]
