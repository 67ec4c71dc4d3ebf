// A real memory limit for one program, as for a container: a control group of this machine, version 2 or 1. The kernel kills a program that
// needs more.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface MemoryLimit {
  /** The kind of control group, for the report. */
  kind: string
  /** A shell's command line that enters the group and becomes the program in its arguments. */
  enter: string
  /** The peak of the group: the program's memory, socket buffers of the kernel, and cached files. */
  peakMiB(): number
  /** How often the kernel has killed a process of the group. */
  kills(): number
  /** Call this after the program has ended. */
  remove(): void
}

const ROOT = '/sys/fs/cgroup'
const MEBIBYTE = 1024 ** 2

/** Throws if no group can be created: it needs root, and a kernel that allows it. */
export function limitMemory (mebibytes: number): MemoryLimit {
  const isSecond = existsSync(join(ROOT, 'cgroup.controllers'))
  const folder = join(ROOT, isSecond ? '' : 'memory', `earshot-bench-${process.pid}-${groups++}`)
  const write = (file: string, value: string) => { writeFileSync(join(folder, file), value) }
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const bytes = String(mebibytes * MEBIBYTE)
  try {
    if (isSecond) writeFileSync(join(ROOT, 'cgroup.subtree_control'), '+memory')
    mkdirSync(folder)
    if (isSecond) { write('memory.max', bytes); write('memory.swap.max', '0') } else {
      write('memory.limit_in_bytes', bytes)
      if (existsSync(join(folder, 'memory.memsw.limit_in_bytes'))) write('memory.memsw.limit_in_bytes', bytes)
    }
  } catch (error) {
    throw new Error(`No control group with a limit of memory can be made here (${(error as Error).message}): it takes root`,
      { cause: error })
  }
  return {
    kind: `control group, version ${isSecond ? 2 : 1}`,
    enter: `echo $$ > ${join(folder, 'cgroup.procs')} && exec "$0" "$@"`,
    peakMiB: () => Number(read(isSecond ? 'memory.peak' : 'memory.max_usage_in_bytes')) / MEBIBYTE,
    kills: () => Number(/^oom_kill (\d+)/m.exec(read(isSecond ? 'memory.events' : 'memory.oom_control'))?.[1] ?? 0),
    remove: () => rmdirSync(folder)
  }
}

let groups = 0
