declare module 'eslint-plugin-es-x' {
  import type { ESLint, Linter } from 'eslint'

  const plugin: ESLint.Plugin & { configs: Record<'flat/restrict-to-es2020' | 'flat/no-new-in-esnext', Linter.Config> }
  export default plugin
}
