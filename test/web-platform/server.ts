// Starts the server of web-platform-tests, from a checkout. It serves hosts such as www1.web-platform.test, which the browser must map to
// this machine.
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Owner } from '../support/replica.js'
import { until } from '../support/until.js'

export const HOST = 'web-platform.test'

export interface PlatformServer { http: string, https: string }

/** Needs python3. Rejects with what the server printed if it does not start within a minute. */
export async function startPlatformServer (t: Owner, folder: string): Promise<PlatformServer> {
  const scratch = await mkdtemp(join(tmpdir(), 'web-platform-'))
  t.teardown(() => rm(scratch, { recursive: true, force: true }))
  const [http, http2, https, https2, ws, wss] = await freePorts(6)
  const config = join(scratch, 'config.json')
  const ports = { http: [http, http2], https: [https, https2], ws: [ws], wss: [wss] }
  await writeFile(config, JSON.stringify({ check_subdomains: false, server_host: '127.0.0.1', bind_address: true, ports }))
  const args = ['wpt', '--venv', join(scratch, 'venv'), '--skip-venv-setup', 'serve', '--config', config]
  // A group of its own, because the server has a process for each port.
  const child = spawn('python3', args, { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const end = () => { if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid) }
  t.teardown(end)
  // An error that nobody catches runs no teardown.
  process.once('exit', end)
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => { printed = (printed + String(chunk)).slice(-8000) })
  const failed = new Promise<never>((_resolve, reject) => {
    child.once('error', reject)
    child.once('exit', code => { reject(new Error(`The server of the tests ended with ${code}: ${printed}`)) })
  })
  failed.catch(() => {})
  const answers = until('the server of the tests answers', async () =>
    (await fetch(`http://127.0.0.1:${http}/resources/testharness.js`).catch(() => undefined))?.ok === true, 60_000)
  await Promise.race([failed, answers])
  return { http: `http://${HOST}:${http}`, https: `https://${HOST}:${https}` }
}

async function freePorts (count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, async () => {
    const server = createServer()
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    return server
  }))
  const ports = servers.map(server => (server.address() as AddressInfo).port)
  await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))))
  return ports
}
