// Starts docker-compose.yml on a real engine, with its own project name and ports, so that a running stack is not affected.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePorts } from '../support/server.js'
import { until } from '../support/until.js'

const run = promisify(execFile)
const IMAGE = 'earshot-check'
const UPGRADE = fileURLToPath(new URL('../../scripts/compose-upgrade', import.meta.url))

export interface Stack {
  url: string
  /** Returns the ids of the running containers of a service; by default, of the replicas. */
  containers (service?: string): Promise<string[]>
  /** Resolves when this number of replicas runs, and all are healthy. */
  scale (replicas: number): Promise<void>
  /** Sends SIGKILL; the container stays down. */
  kill (container: string): Promise<void>
  /** Starts a killed container; resolves when it is healthy. */
  start (container: string): Promise<void>
  /** Restarts with SIGTERM; resolves when it is healthy. */
  restart (container: string): Promise<void>
  /** Replaces every replica, as scripts/compose-upgrade does. */
  upgrade (): Promise<void>
  /** Removes the stack with its data. */
  down (): Promise<void>
}

/** Uses a single Redis, or with `cluster` only the Redis Cluster of the profile. */
export async function bringUp (cluster: boolean): Promise<Stack> {
  const [port, clusterPort] = await freePorts(2)
  const project = ['--project-name', `earshot-check-${process.pid}`, '--env-file', '/dev/null']
  const env = {
    ...engine(),
    COMPOSE_PROFILES: cluster ? 'cluster' : '',
    EARSHOT_IMAGE: IMAGE,
    EARSHOT_PORT: String(port),
    EARSHOT_CLUSTER_PORT: String(clusterPort),
    REDIS_PASSWORD: 'of-the-service',
    REDIS_ADMIN_PASSWORD: 'of-the-operator',
    // No evictions, because every acknowledged push must be found.
    MAX_ENTRIES: '1000000',
    MAX_SESSION_BYTES: '1gb'
  }
  const docker = async (...args: string[]) => (await run('docker', args, { env, maxBuffer: 2 ** 26 })).stdout
  const compose = (...args: string[]) => docker('compose', ...project, ...args)
  const replicas = cluster ? 'earshot-cluster' : 'earshot'
  const healthy = (container: string) => until(`${container} is healthy`, async () =>
    (await docker('inspect', '--format', '{{.State.Health.Status}}', container)).trim() === 'healthy', 60_000)

  const down = async () => {
    await compose('down', '--volumes', '--remove-orphans')
    await docker('image', 'rm', IMAGE)
  }
  try {
    await compose('up', '--build', '--wait', cluster ? 'haproxy-cluster' : 'haproxy')
  } catch (error) {
    // If the build failed, there is no image.
    await down().catch(() => undefined)
    throw error
  }
  return {
    url: `http://127.0.0.1:${cluster ? clusterPort : port}`,
    containers,
    scale: async count => {
      await compose('up', '--detach', '--wait', '--no-deps', '--no-recreate', '--scale', `${replicas}=${count}`, replicas)
    },
    kill: async container => { await docker('kill', container) },
    start: async container => { await docker('start', container); await healthy(container) },
    restart: async container => { await docker('restart', container); await healthy(container) },
    upgrade: async () => { await run(UPGRADE, project, { env }) },
    down
  }

  async function containers (service = replicas): Promise<string[]> {
    return (await compose('ps', '--quiet', service)).split('\n').filter(Boolean)
  }
}

// Returns the variables for the engine, without the settings that the stack of the caller may have.
function engine (): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(PATH|HOME|XDG_|DOCKER_|BUILDKIT_)/.test(name)))
}
