// If Node is too old, every way to start Earshot ends with a one-line message, before anything else is loaded or installed.
import t, { type Test } from 'tap'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './support/redis.js'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SCRIPTS = join(ROOT, 'scripts')
const [, OLDEST = ''] = /"node": ">=(.+)"/.exec(await readFile(join(ROOT, 'package.json'), 'utf8'))!
const TOO_OLD = ['16.20.2', '18.20.8', '20.18.3', '20.9.0']
const refusal = (found: string) => `earshot: Node ${OLDEST} or later is needed; ${found}\n`

t.test('on an old Node, the service and the command line refuse to start before they load other modules', async t => {
  for (const [main, needed, code] of [['main.js', [], 1], ['cli/main.js', ['cli/failure.js'], 2]] as const) {
    const folder = await temporaryFolder(t)
    for (const file of [main, 'node-version.js', ...needed]) await cp(join(ROOT, 'dist', file), join(folder, file))
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    for (const version of TOO_OLD) {
      t.same(await ended([process.execPath, ...pretending(version), join(folder, main)]),
        { code, printed: refusal(`this one is ${version}`) })
    }
  }
})

t.test('the service and the command line run on every supported Node version', async t => {
  for (const version of [`${OLDEST}.0`, '20.20.2', '21.0.0', '26.10.0']) {
    for (const [main, option] of [['main.js', '--help'], ['cli/main.js', '--version']]) {
      t.match(await ended([process.execPath, ...pretending(version), join(ROOT, 'dist', main!), option!]), { code: 0 }, version)
    }
  }
})

t.test('the scripts refuse an old Node, and a system without Node', async t => {
  for (const script of ['start', 'setup', 'build/all']) {
    for (const version of TOO_OLD) {
      t.same(await ended([join(SCRIPTS, script)], await toolsWith(t, `echo v${version}`)),
        { code: 1, printed: refusal(`this one is ${version}`) })
    }
    t.same(await ended([join(SCRIPTS, script)], await toolsWith(t)), { code: 1, printed: refusal('there is none') })
  }
})

t.test('the scripts accept this Node, and the oldest supported one', async t => {
  t.same(await ended([join(SCRIPTS, 'build/node-version')]), { code: 0, printed: '' })
  t.same(await ended([join(SCRIPTS, 'build/node-version')], await toolsWith(t, `echo v${OLDEST}.0`)), { code: 0, printed: '' })
})

function pretending (version: string): string[] {
  const preload = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  return ['--import', `data:text/javascript,${encodeURIComponent(preload)}`]
}

/** Makes a folder for PATH: the tools that the scripts need for the check, and `node` as a shell script, or no node. */
async function toolsWith (t: Test, node?: string): Promise<string> {
  const folder = await temporaryFolder(t)
  const { printed } = await ended(['sh', '-c', 'for tool in bash sh dirname sed sort head; do command -v $tool; done'])
  for (const tool of printed.trim().split('\n')) await symlink(tool, join(folder, basename(tool)))
  if (node) await writeFile(join(folder, 'node'), `#!/bin/sh\n${node}\n`, { mode: 0o755 })
  return folder
}

async function ended ([command = '', ...args]: string[], path = process.env.PATH): Promise<{ code: number | null, printed: string }> {
  const child = spawn(command, args, { env: { PATH: path }, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close') as Promise<[number | null]>])
  return { code, printed: out + err }
}
