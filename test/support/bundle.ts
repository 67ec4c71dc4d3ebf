// Bundles test files, and the parts of src/ that they use, as JavaScript for Node: one program for each group of files, which runs them
// one after another. Each file gets its own `t` of tap, so that everything that a file starts ends with that file. The programs are in
// .tap/bundles until the process exits.
import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Loader, type Plugin } from 'esbuild'

// Separate for each process, so that two runs do not affect each other.
const FOLDER = resolve('.tap/bundles', String(process.pid))

/** Where the program of a group stores the `t` of the file that it loads. */
const CURRENT = "globalThis[Symbol.for('earshot.test-file')]"

/** Rejects if a file is not valid TypeScript. Returns a function from a group to the path of its program. `timeoutMs` is for each file. */
export async function bundle (groups: Record<string, string[]>, timeoutMs: number): Promise<(group: string) => string> {
  process.on('exit', () => rmSync(FOLDER, { recursive: true, force: true }))
  await build({
    entryPoints: Object.keys(groups).map(group => ({ in: `group:${group}`, out: group })),
    outdir: FOLDER,
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
    plugins: [programs(groups, timeoutMs), packages, places]
  })
  return group => resolve(FOLDER, `${group}.mjs`)
}

/** How long a process may take to end after its last test: what a test leaves running would keep it alive for ever. */
const END_MS = 60_000
/** When it says what does. */
const SAY_MS = 50_000

function programOf (files: string[], timeoutMs: number): string {
  const tests = files.map(file => `root.test('${file}', { timeout: ${timeoutMs} }, async t => {
    ${CURRENT} = t
    await import('${resolve(file)}')
  })`)
  // tap is loaded after the other file, so not with an import, which would come first.
  return `import { failByErrors } from '${resolve('test/support/thrown-outside.ts')}'
    import { keptAlive } from '${resolve('test/support/kept-alive.ts')}'
    const { default: root } = await import('tap')
    failByErrors(root)
    root.setTimeout(${timeoutMs * files.length + END_MS})
    await Promise.allSettled([${tests.join(', ')}])
    root.setTimeout(${END_MS})
    setTimeout(() => console.error('${files.join(' ')}', keptAlive()), ${SAY_MS}).unref()`
}

function programs (groups: Record<string, string[]>, timeoutMs: number): Plugin {
  return {
    name: 'programs',
    setup (bundler) {
      bundler.onResolve({ filter: /^group:/ }, ({ path }) => ({ path: path.slice('group:'.length), namespace: 'group' }))
      bundler.onLoad({ filter: /./, namespace: 'group' }, ({ path: group }) => ({
        contents: programOf(groups[group] ?? [], timeoutMs),
        resolveDir: resolve('.')
      }))
      // A separate module for each file that imports tap: it runs together with the file, so it gets the `t` of that file.
      bundler.onResolve({ filter: /^tap$/, namespace: 'file' }, ({ importer }) => ({ path: importer, namespace: 'tap-of' }))
      bundler.onLoad({ filter: /./, namespace: 'tap-of' }, () => ({
        contents: `const t = ${CURRENT}\nexport default t\nexport const test = t.test.bind(t)`
      }))
    }
  }
}

/** Packages are not bundled, except TypeBox, whose 680 modules are half of all that the service loads. */
const packages: Plugin = {
  name: 'packages',
  setup (bundler) {
    bundler.onResolve({ filter: /^[^./]/ },
      ({ path, kind }) => kind === 'entry-point' || /^typebox\b/.test(path) ? undefined : { path, external: true })
  }
}

/** Keeps paths relative to the original place for files of test/, and to the built place for src/, where threads are started from. */
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
