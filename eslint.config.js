// Standard style (no semicolons, single quotes, two spaces) by neostandard, and the rules of TypeScript that need types.
import neostandard, { plugins } from 'neostandard'

// An array in a pattern of t.match() matches more than it shows: [] every array, [{ id }] every list that begins so.
const MATCH = 'CallExpression[callee.property.name=/^(match|has)(Strict)?$/]'

export default [
  { ignores: ['dist/', 'data/', '.tap/'] },
  ...neostandard({ ts: true }),
  ...plugins['typescript-eslint'].configs.recommendedTypeCheckedOnly.map(config => ({ ...config, files: ['**/*.ts'] })),
  {
    files: ['**/*.ts'],
    languageOptions: {
      parserOptions: { project: ['./test/tsconfig.json', './src/web/tsconfig.json'], tsconfigRootDir: import.meta.dirname }
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/require-await': 'off',
      'max-lines': ['error', 250]
    }
  },
  {
    files: ['src/**/*.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 60, skipComments: true, skipBlankLines: true }] }
  },
  {
    files: ['test/**/*.ts', 'bench/**/*.ts', 'scripts/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      // tap's assertions return promises only where they are awaited.
      '@typescript-eslint/no-floating-promises': 'off',
      'no-restricted-syntax': ['error', {
        selector: `${MATCH} > ArrayExpression:nth-child(2), ${MATCH} > :nth-child(2) ArrayExpression`,
        message: 'An array as a pattern ignores further items, and [] matches any: use t.same, t.equal, or matchEach of test/support.'
      }]
    }
  }
]
