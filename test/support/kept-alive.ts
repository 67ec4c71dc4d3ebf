// Lists everything that keeps this process alive although it should have ended.
import type { ChildProcess } from 'node:child_process'
import type { Server, Socket } from 'node:net'

type Handle = Partial<ChildProcess & Socket & Server & { fd: number }>

/** One line for each open server, socket and child process; and the kinds of everything, timers included. */
export function keptAlive (): string {
  // Not public, but only it has the objects.
  const handles = (process as unknown as { _getActiveHandles: () => Handle[] })._getActiveHandles()
  return [`still open: ${process.getActiveResourcesInfo().join(', ')}`, ...handles.map(lineOf)].join('\n  ')
}

function lineOf (handle: Handle): string {
  const { spawnargs, pid, localPort, remotePort, fd } = handle
  const address = handle.listening ? handle.address?.() : undefined
  return `${handle.constructor?.name} ${JSON.stringify({ spawnargs, pid, localPort, remotePort, fd, address })}`
}
