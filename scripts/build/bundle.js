// bundle.js <file>...: puts into dist, as one file, what a file of src/ exports of its packages, with the licences of what is in it beside it. So a
// large package neither brings its own packages where Earshot is installed, nor is read in hundreds of modules at each start.
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
    format: 'esm',
    target: 'node20.19',
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
    // Some of it may be CommonJS and ask for Node's own modules.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" }
  })
  writeFileSync(outfile.replace(/\.js$/, '.licences.txt'), licencesOf(Object.keys(metafile.inputs)))
  // It tells of what tsc had made.
  rmSync(`${outfile}.map`, { force: true })
}))

function licencesOf (files) {
  const folders = new Set(files.flatMap(file => /^(?:.*node_modules\/)(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []))
  return [...folders].sort().map(folder => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = ['LICENSE', 'LICENSE.md', 'LICENCE', 'license'].map(one => join(folder, one)).find(existsSync)
    return `${name} ${version} (${license})\n\n${file ? readFileSync(file, 'utf8').trim() : ''}\n`
  }).join('\n----\n\n')
}
