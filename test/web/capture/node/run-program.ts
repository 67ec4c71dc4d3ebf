// Runs a program in its own process, as a user would, either with the recorder or without it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'

/** Runs it as an ES module, with the recorder if `env` has EARSHOT_URL. */
export async function runProgram (t: Test, recorder: string, program: string, target: string, env: Record<string, string>) {
  const file = join(t.testdir({}), 'app.mjs')
  await writeFile(file, program)
  const { NODE_OPTIONS, ...own } = process.env
  const args = [...'EARSHOT_URL' in env ? ['--require', recorder] : [], file, target]
  const child = spawn(process.execPath, args, { env: { ...own, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const [printed, errors, [code]] = await Promise.all([
    text(child.stdout), text(child.stderr), once(child, 'close') as Promise<[number | null]>
  ])
  return { code, printed, errors }
}
