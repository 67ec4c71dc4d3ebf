// The SDK of the Model Context Protocol as one file in dist, with the licences of what is in it, so that to install Earshot does not install all that
// the SDK depends on.
import { build } from 'esbuild'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const OUT = 'dist/cli/mcp/sdk.js'

const { metafile } = await build({
  entryPoints: ['src/cli/mcp/sdk.ts'],
  outfile: OUT,
  allowOverwrite: true,
  bundle: true,
  minify: true,
  keepNames: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
  // Some of it is CommonJS and asks for Node's own modules.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" }
})

const folders = new Set(Object.keys(metafile.inputs).flatMap(file => /^(?:.*node_modules\/)(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []))
const licences = [...folders].sort().map(folder => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = ['LICENSE', 'LICENSE.md', 'LICENCE', 'license'].map(one => join(folder, one)).find(existsSync)
  return `${name} ${version} (${license})\n\n${file ? readFileSync(file, 'utf8').trim() : ''}\n`
})
writeFileSync('dist/cli/mcp/sdk.licences.txt', licences.join('\n----\n\n'))
// It tells of what tsc had made.
rmSync(`${OUT}.map`, { force: true })
