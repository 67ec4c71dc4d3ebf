// Builds the recorder and test programs as plain JavaScript, as users have them. If processes ran the sources, each would first compile
// everything.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type BuildOptions } from 'esbuild'
import type { Test } from 'tap'

const PRELOAD = fileURLToPath(new URL('../../../../src/web/capture/node/preload.cts', import.meta.url))
// Joined, because test/run.ts would replace the literal text in this file, too.
const OWN_URL = ['import', 'meta', 'url'].join('.')
const COMMON: BuildOptions = { bundle: true, platform: 'node', logLevel: 'error' }

/** Returns the path of the recorder, for `--require`, and those of the programs, in their order. */
export async function bundled (t: Test, ...programs: string[]): Promise<[string, ...string[]]> {
  const outdir = t.testdir({})
  const recorder = join(outdir, 'earshot-node.cjs')
  // The same options as in scripts/build/recorder.
  await build({
    ...COMMON,
    entryPoints: [PRELOAD],
    outfile: recorder,
    format: 'cjs',
    define: { [OWN_URL]: 'EARSHOT_FILE' },
    banner: { js: "'use strict'\nconst EARSHOT_FILE = require('node:url').pathToFileURL(__filename).href" }
  })
  await build({ ...COMMON, entryPoints: programs, outdir, packages: 'external', format: 'esm', outExtension: { '.js': '.mjs' }, entryNames: '[name]' })
  return [recorder, ...programs.map(file => join(outdir, `${nameOf(file)}.mjs`))]
}

function nameOf (file: string): string {
  return /([^/\\]+)\.ts$/.exec(file)?.[1] ?? file
}
