// Replicas as processes that can be killed, each back on the same address soon after.
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { startProcess, type Owner, type ReplicaProcess } from '../support/replica.js'

export interface Replica {
  url: string
  /** Ends it with this signal and starts it anew; resolves with its exit code (null: killed) once it serves again. */
  restart(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
}

/** Three, with room for all that is pushed; `env` says where their Redis is. */
export async function startReplicas (t: Owner, env: NodeJS.ProcessEnv): Promise<Replica[]> {
  const settings = { MAX_ENTRIES: '1000000', MAX_SESSION_BYTES: '1gb', ...env }
  return await Promise.all([1, 2, 3].map(() => startReplica(t, settings)))
}

async function startReplica (t: Owner, env: NodeJS.ProcessEnv): Promise<Replica> {
  const port = await freePort()
  let running: ReplicaProcess = await startProcess(t, { ...env, PORT: String(port) })
  return {
    url: running.url,
    restart: async signal => {
      const ended = once(running.child, 'close') as Promise<[number | null]>
      running.child.kill(signal)
      const [code] = await ended
      running = await startProcess(t, { ...env, PORT: String(port) })
      return code
    }
  }
}

async function freePort (): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
