// Standard style (no semicolons, single quotes, two spaces) by neostandard, and the rules of TypeScript that need types.
import neostandard, { plugins } from 'neostandard'

export default [
  { ignores: ['dist/', 'data/', '.tap/'] },
  ...neostandard({ ts: true }),
  ...plugins['typescript-eslint'].configs.recommendedTypeCheckedOnly.map(config => ({ ...config, files: ['**/*.ts'] })),
  {
    files: ['**/*.ts'],
    languageOptions: {
      parserOptions: { project: './test/tsconfig.json', tsconfigRootDir: import.meta.dirname }
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
      '@typescript-eslint/no-floating-promises': 'off'
    }
  }
]
