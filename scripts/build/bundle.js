// bundle.js <file>...: bundles each given file of src/, with the packages that it imports, into one file in dist, and writes the licenses
// of these packages to a file beside it. So the dependencies of a large package are not installed with Earshot, and Earshot does not load
// hundreds of modules when it starts.
import { build } from 'esbuild'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

await Promise.all(process.argv.slice(2).map(async source => {
  const outfile = source.replace(/^src\/(.*)\.ts$/, 'dist/$1.js')
  const { metafile } = await build({
    entryPoints: [source],
    outfile,
    allowOverwrite: true,
    bundle: true,
    minify: true,
    keepNames: true,
    platform: 'node',
    // The main file of jsonc-parser requires its parts in a way that esbuild cannot bundle.
    mainFields: ['module', 'main'],
    format: 'esm',
    target: 'node20.19',
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
    // Bundled CommonJS code may require Node's own modules.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" }
  })
  writeFileSync(outfile.replace(/\.js$/, '.licenses.txt'), licensesOf(Object.keys(metafile.inputs)))
  // This source map belongs to the file that tsc had written.
  rmSync(`${outfile}.map`, { force: true })
}))

function licensesOf (files) {
  const folders = new Set(files.flatMap(file => /^(?:.*node_modules\/)(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []))
  return [...folders].sort().map(folder => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = ['LICENSE', 'LICENSE.md', 'LICENCE', 'license'].map(one => join(folder, one)).find(existsSync)
    return `${name} ${version} (${license})\n\n${file ? readFileSync(file, 'utf8').trim() : ''}\n`
  }).join('\n----\n\n')
}
