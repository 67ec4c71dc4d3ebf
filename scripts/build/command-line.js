// command-line.js: bundles the commands into dist/cli/main.js and a few parts that it loads, without the packages that they import. Without
// the bundle, a command would load 130 modules and start more slowly: reading and linking them takes longer than most of what a command
// does.
import { build } from 'esbuild'
import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'

const COMMANDS = resolve('src/cli')
// These stay files of their own: what bundle.js bundles with its packages; the commands that start the service or a thread; what uses the
// place of its file; and the class of failures, which all of them throw.
const APART = [
  'cli/start', 'cli/proxy', 'cli/failure', 'web/capture/node/natives', 'cli/mcp/sdk', 'schema/typebox', 'json/table-scan',
  'difference/sequence-difference'
].map(name => resolve('src', name))

const apart = {
  name: 'apart',
  setup (bundler) {
    bundler.onResolve({ filter: /^\./ }, ({ path, importer, kind }) => {
      const file = resolve(dirname(importer), path).replace(/\.js$/, '')
      if (kind === 'entry-point' || !APART.includes(file)) return
      // Every part is in dist/cli.
      const name = relative(COMMANDS, file)
      return { path: name.startsWith('.') ? `${name}.js` : `./${name}.js`, external: true }
    })
  }
}

const { metafile } = await build({
  entryPoints: ['src/cli/main.ts'],
  outdir: 'dist/cli',
  allowOverwrite: true,
  bundle: true,
  splitting: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  chunkNames: 'part-[hash]',
  sourcemap: true,
  metafile: true,
  logLevel: 'warning',
  plugins: [apart]
})
// In a part, an address relative to its file is relative to dist/cli.
const lost = Object.keys(metafile.inputs).find(file => dirname(resolve(file)) !== COMMANDS && readFileSync(file, 'utf8').includes('import.meta'))
if (lost !== undefined) throw new Error(`${lost} uses import.meta, so it cannot be bundled into dist/cli/main.js: list it in APART`)
