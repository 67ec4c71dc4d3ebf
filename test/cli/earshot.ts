// Runs the command as a user does: as built in this checkout, or installed from the tarball in an empty folder.
import { execFile, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { placeProductionModules } from '../support/modules.js'
import type { Owner } from '../support/replica.js'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The command that was built here; it counts for coverage. */
export const BUILT = join(ROOT, 'dist/cli/main.js')

export interface Ran { code: number | null, stdout: string, stderr: string }
export interface Given { input?: string, env?: Record<string, string>, cwd?: string }

export class Earshot {
  constructor (
    private readonly owner: Owner, private readonly main: string, private readonly env: Record<string, string | undefined> = {}
  ) {}

  /** Runs the command until it ends. */
  async run (args: string[], given: Given = {}): Promise<Ran> {
    const child = this.spawn(args, given)
    child.stdin.on('error', () => {}).end(given.input ?? '')
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { code: child.exitCode, stdout, stderr }
  }

  spawn (args: string[], { env, cwd }: Given = {}): ChildProcessWithoutNullStreams {
    const { PATH, HOME, NODE_V8_COVERAGE } = process.env
    const coverage = this.main === BUILT ? { NODE_V8_COVERAGE } : {}
    const child = spawn(process.execPath, [this.main, ...args], { cwd, env: { PATH, HOME, ...coverage, ...this.env, ...env } })
    this.owner.teardown(() => child.kill('SIGKILL'))
    return child
  }
}

/** Resolves with all output of the stream as soon as it matches. */
export async function said (stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  let words = ''
  return await new Promise((resolve, reject) => {
    stream.on('data', (chunk: Buffer) => {
      words += chunk.toString()
      if (pattern.test(words)) resolve(words)
    }).once('close', () => reject(new Error(`It ended before it said ${pattern}: ${words}`)))
  })
}

/** Unpacks the tarball where npm would put it, with only the production modules beside it. */
export async function installTarball (folder: string): Promise<string> {
  const run = promisify(execFile)
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], { cwd: ROOT })
  const [{ filename } = { filename: '' }] = JSON.parse(stdout) as { filename: string }[]
  const modules = join(folder, 'node_modules')
  await mkdir(join(modules, 'earshot'), { recursive: true })
  await run('tar', ['-xzf', join(folder, filename), '-C', join(modules, 'earshot'), '--strip-components', '1'])
  placeProductionModules(folder)
  const { bin } = JSON.parse(await readFile(join(modules, 'earshot/package.json'), 'utf8')) as { bin: { earshot: string } }
  return join(modules, 'earshot', bin.earshot)
}

/** Links a module of this checkout for a program under test. */
export async function link (name: string, modules: string): Promise<void> {
  await mkdir(dirname(join(modules, name)), { recursive: true })
  await symlink(join(ROOT, 'node_modules', name), join(modules, name))
}
