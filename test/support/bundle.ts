// Test files, and what they use of src/, as JavaScript that Node runs as it is. It lies in .tap/bundles while the process runs.
import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Loader, type Plugin } from 'esbuild'

// Two runs at a time do not disturb each other.
const FOLDER = resolve('.tap/bundles', String(process.pid))

/** Rejects where one cannot be read as TypeScript. Returns where each file's bundle is. */
export async function bundle (files: string[]): Promise<(file: string) => string> {
  process.on('exit', () => rmSync(FOLDER, { recursive: true, force: true }))
  await build({
    entryPoints: files,
    outdir: FOLDER,
    outbase: '.',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
    plugins: [packages, places]
  })
  return file => resolve(FOLDER, file.replace(/\.ts$/, '.mjs'))
}

/** Packages stay what they are, but for TypeBox: it is 680 modules, half of all that the service loads. */
const packages: Plugin = {
  name: 'packages',
  setup (bundler) {
    bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => kind === 'entry-point' || /^typebox\b/.test(path) ? undefined : { path, external: true })
  }
}

/** A file finds what lies beside it: one of test/ where it is, one of src/ where it was built, because its threads are begun from there. */
const places: Plugin = {
  name: 'places',
  setup (bundler) {
    bundler.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const place = path.startsWith(resolve('src') + sep) ? path.replace(resolve('src'), resolve('dist')).replace(/\.tsx?$/, '.js') : path
      const contents = text
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(place).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(place)))
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' satisfies Loader }
    })
  }
}
