// Replicas as processes that can be killed, and restart soon at the same address.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { startProcess, type Owner, type ReplicaProcess } from '../support/replica.js'
import { freePorts } from '../support/server.js'

export interface Replica {
  url: string
  /** The process that serves now. */
  readonly pid: number
  /** Describes each unexpected exit, and each requested exit with another code than 0, with the last output. */
  fallen: string[]
  /** Ends the process with this signal, if it runs, and starts it again; then resolves with its exit code (null: killed). */
  restart(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
}

const LAST_WORDS = 2000
/** Three times the promised limit, because the machine is busy. */
const MAX_TO_END_MS = 30_000

/** Starts three replicas with room for all pushes; `env` says where their Redis is. */
export async function startReplicas (t: Owner, env: NodeJS.ProcessEnv): Promise<Replica[]> {
  const settings = { MAX_ENTRIES: '1000000', MAX_SESSION_BYTES: '1gb', ...env }
  return await Promise.all((await freePorts(3)).map(port => startReplica(t, { ...settings, PORT: String(port) })))
}

async function startReplica (t: Owner, env: NodeJS.ProcessEnv): Promise<Replica> {
  const fallen: string[] = []
  let asked = false
  const start = async () => {
    const started = await startProcess(t, env)
    asked = false
    started.child.once('exit', (code, signal) => {
      if (!asked) fallen.push(`a replica ended by itself (${code ?? signal}): ${started.printed().slice(-LAST_WORDS)}`)
    })
    return started
  }
  let running: ReplicaProcess = await start()
  t.teardown(() => { asked = true })
  return {
    url: running.url,
    get pid () { return running.child.pid! },
    fallen,
    restart: async signal => {
      asked = true
      const { child } = running
      const fault = await end(child, signal)
      if (fault !== undefined) fallen.push(`${fault}: ${running.printed().slice(-LAST_WORDS)}`)
      running = await start()
      return child.exitCode
    }
  }
}

/** Resolves when the process has exited: with a description if the exit was not clean. */
async function end (child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<string | undefined> {
  if (child.exitCode !== null || child.signalCode !== null) return undefined // it ended by itself, which is recorded already
  const gone = once(child, 'close').then(() => true)
  child.kill(signal)
  if (!await Promise.race([gone, pause(MAX_TO_END_MS, false, { ref: false })])) {
    child.kill('SIGKILL')
    await gone
    return `a replica that was asked to end was still there after ${MAX_TO_END_MS} ms`
  }
  return signal === 'SIGKILL' || child.exitCode === 0
    ? undefined
    : `a replica that was asked to end did so with ${child.exitCode ?? child.signalCode}`
}
