// Programs as plain JavaScript, as users have them: started as sources, each process would compile all of it first.
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import type { Test } from 'tap'

const REGISTER = fileURLToPath(new URL('../../../../src/web/capture/node/register.ts', import.meta.url))

/** Returns the addresses of `register` and of the programs, by the names of their files. */
export async function bundled (t: Test, ...programs: string[]): Promise<Record<string, string>> {
  const outdir = t.testdir({})
  const entryPoints = [REGISTER, ...programs]
  await build({
    entryPoints,
    outdir,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outExtension: { '.js': '.mjs' },
    entryNames: '[name]',
    logLevel: 'error'
  })
  return Object.fromEntries(entryPoints.map(file => nameOf(file)).map(name => [name, pathToFileURL(join(outdir, `${name}.mjs`)).href]))
}

function nameOf (file: string): string {
  return /([^/\\]+)\.ts$/.exec(file)?.[1] ?? file
}
