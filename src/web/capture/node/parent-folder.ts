// The folder through which a process hands pushes to the process that started it. The path is derived from the id of the parent process; it
// is not passed in an environment variable, because the app would see that.
import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { quiet } from '../core/host.js'
import type { CaptureOptions } from '../core/options.js'
import { processExists } from './process-exists.js'
import type { SpoolPlace } from './spool.js'

export type RecordingKey = Pick<CaptureOptions, 'url' | 'session' | 'token'>

/** Makes the folder into which the processes that this one starts write. Throws if there cannot be one. */
export function openFolder (key: RecordingKey): string {
  const place = placeOf(process.pid, key)
  mkdirSync(base(), { recursive: true, mode: 0o700 })
  if (!isOwn(base())) throw new Error('this folder belongs to somebody else')
  // A process that was killed has left its folder.
  for (const name of readdirSync(base())) {
    if (!processExists(Number.parseInt(name)) || join(base(), name) === place) rmSync(join(base(), name), { recursive: true, force: true })
  }
  mkdirSync(place, { mode: 0o700 })
  return place
}

/** The folder of the parent process or, if the parent passes its own pushes on, the folder into which it writes them. */
export function parentFolder (key: RecordingKey): SpoolPlace | undefined {
  return quiet(() => {
    if (!isOwn(base())) return undefined
    const folder = realpathSync(placeOf(process.ppid, key))
    const reader = Number.parseInt(basename(folder))
    return processExists(reader) ? { folder, reader } : undefined
  })
}

/** The processes that this one starts write into this folder, too. */
export function passOn (folder: string, key: RecordingKey): void {
  quiet(() => symlinkSync(folder, placeOf(process.pid, key)))
}

export function endPassingOn (pid: number, key: RecordingKey): void {
  const place = placeOf(pid, key)
  quiet(() => { if (lstatSync(place).isSymbolicLink()) rmSync(place) })
}

// Processes in another container may have the same ids, and share the folder for temporary files.
function base (): string {
  return join(tmpdir(), `earshot-node-${process.getuid?.() ?? 'user'}-${hashOf(hostname())}`)
}

function placeOf (pid: number, { url, session, token }: RecordingKey): string {
  return join(base(), `${pid}-${hashOf(JSON.stringify([url, session, token]))}`)
}

function hashOf (text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** Whether only this user may change it. On Windows, each user has a folder for temporary files. */
function isOwn (folder: string): boolean {
  const { uid, mode } = lstatSync(folder)
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0)
}
