// Runs the commands of docs/operations.md unchanged in a shell with the real redis-cli. Their output must match the guide, in which `…`
// stands for anything.
import t from 'tap'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import { gradientPng } from '../../scripts/recording/png.js'
import { SETTINGS } from '../../src/settings/settings.js'
import { startEmbeddedRedis } from '../../src/redis/embedded.js'
import { list, pushed, upload, watch } from '../support/client.js'
import { keyNames } from '../support/inspect.js'
import { startRedis, temporaryFolder, type TestRedis } from '../support/redis.js'
import { startReplica, type Replica } from '../support/replica.js'
import { CONF } from '../support/server.js'

const run = promisify(execFile)
const GUIDE = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
const SESSION = 'my-test-session'
const OTHER = 'another-session'
const BLOCK = /```sh\n([^]*?)```\n(?:\n```text\n([^]*?)```)?/g

interface Recipe { commands: string, shown: RegExp }

t.test('redis-cli shows and removes a session as the guide says', async t => {
  const { redis, replica } = await startSessions(t)
  const viewer = await watch(t, replica, SESSION)
  await viewer.next()
  const shell = await startShell(t, redis, replica)
  const recipes = recipesOf('Redis by hand')
  t.ok(recipes.length > 10, 'finds commands to run')
  for (const { commands, shown } of recipes) t.match(await shell(commands), shown, commands)

  t.equal((await viewer.next()).type, 'cleared', 'a clear by the service is announced')
  t.equal(await viewer.closed, 1012, 'viewers of a session removed with redis-cli are closed, so that they list again')
  t.ok((await keyNames(redis.client, 'capture:*')).every(key => key.startsWith(`capture:{${OTHER}}:`)), 'nothing of the session is left')
})

t.test('a snapshot restored according to the guide has the same entries', async t => {
  const { redis, replica } = await startSessions(t)
  const before = await list(replica, SESSION)
  const shell = await startShell(t, redis, replica)
  const recipes = recipesOf('Backup and restore')
  t.equal(recipes.length, 2)
  // If a command fails, the server that it started may still run.
  t.teardown(() => run('redis-cli', ['-s', join(shell.folder, 'restored/redis.sock'), 'SHUTDOWN', 'NOSAVE']).catch(() => undefined))
  for (const { commands, shown } of recipes) t.match(await shell(commands), shown, commands)

  const restored = await startEmbeddedRedis(join(shell.folder, 'restored'))
  t.teardown(() => restored.close())
  const other = await startReplica(t, { address: { kind: 'single', url: restored.path } })
  t.same(await list(other, SESSION), before)
})

t.test('links to headings of the guide have targets', async t => {
  const anchors = [...GUIDE.matchAll(/^## (.*)$/gm)].map(([, title]) => `#${title!.toLowerCase().replaceAll(' ', '-')}`)
  const links = [...GUIDE.matchAll(/\]\((#[^)]*)\)/g)].map(([, link]) => link!)
  t.ok(links.length > anchors.length, 'finds links to check')
  t.same(links.filter(link => !anchors.includes(link)), [])
})

t.test('every setting that the guides name exists', async t => {
  const security = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8')
  const named = new Set([...`${GUIDE}${security}`.matchAll(/\b[A-Z]+_[A-Z_]+\b/g)].map(([name]) => name))
  t.ok(named.size > 10, 'finds settings to check')
  const compose = readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8')
  const known = Object.values(SETTINGS).map(({ name }) => name)
  t.same([...named].filter(name => !known.includes(name) && !compose.includes(name)), [])
})

t.test('the guide explains every alert', async t => {
  const rules = readFileSync(new URL('../../deploy/monitoring/alerts.yml', import.meta.url), 'utf8')
  const names = (text: string, row: RegExp) => [...text.matchAll(row)].map(([, name]) => name!).sort()
  t.same(names(GUIDE, /^\| (Earshot\w+) \|/gm), names(rules, /- alert: (\w+)/g))
})

/** Starts the sessions of the guide: one with a complete request, a pending one and a screenshot, and another session. */
async function startSessions (t: Test): Promise<{ redis: TestRedis, replica: Replica }> {
  const redis = await startRedis(t)
  const replica = await startReplica(t, redis)
  const order = { api: '/v1/orders', method: 'POST', requestId: 'req-1' }
  await pushed(replica, SESSION, order)
  await pushed(replica, SESSION, { ...order, timeConsuming: 87.4, request: '{"item": 7}', response: '{"ok": true}' })
  await pushed(replica, SESSION, { api: '/v1/orders/7', method: 'GET', requestId: 'req-2' })
  await pushed(replica, OTHER, {})
  await upload(replica, `?sessionId=${SESSION}`, gradientPng(2, 2, [0, 0, 0], [255, 255, 255]))
  return { redis, replica }
}

/** Starts a shell in its own folder, in which redis-cli connects to this Redis and prints as on a terminal. */
async function startShell (t: Test, redis: TestRedis, replica: Replica) {
  const folder = await temporaryFolder(t)
  const { stdout: real } = await run('which', ['redis-cli'])
  await writeFile(join(folder, 'redis-cli'), `#!/bin/sh\nexec ${real.trim()} -s '${redis.url}' "$@"\n`, { mode: 0o755 })
  await copyFile(CONF, join(folder, 'redis.conf'))
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, FAKETTY: '1', EARSHOT: replica.url }
  const shell = async (commands: string) => (await run('bash', ['-euo', 'pipefail', '-c', commands], { cwd: folder, env })).stdout
  return Object.assign(shell, { folder })
}

function recipesOf (heading: string): Recipe[] {
  const section = GUIDE.split(/^## /m).find(text => text.startsWith(`${heading}\n`))!
  return [...section.matchAll(BLOCK)].map(([, commands, shown]) => ({ commands: commands!, shown: patternOf(shown ?? '…') }))
}

function patternOf (shown: string): RegExp {
  const escaped = shown.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll('…', '.*').replaceAll('\n', '\\s*\n')}\\s*$`, shown === '…' ? 's' : '')
}
