// Removes the option that loaded the recorder from `process.execArgv`, which forks and cluster workers inherit. If they inherited the
// option, they would be recorded although nobody asked for that. If the option names the recorder by a relative path, forks and workers
// that run in another folder could not even start. (`earshot record` reaches child processes by NODE_OPTIONS instead.)
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { quiet } from '../core/host.js'

const OPTION = /^(?:-r|--require|--import)(?:=(.+))?$/s
const EXPORTED = 'earshot/capture/register'

/** `file`: the URL of the file that the option names. `folder`: where `earshot record` lets the process write. */
export function unlist (file: string, folder: string | undefined): void {
  const { execArgv } = process
  const own = quiet(() => realpathSync(fileURLToPath(file)))
  const permits = [`--allow-fs-read=${own}`, `--allow-fs-write=${folder}/*`]
  for (let n = execArgv.length - 1; n >= 0; n--) {
    if (permits.includes(execArgv[n] ?? '')) {
      execArgv.splice(n, 1)
      continue
    }
    const [option, joined] = OPTION.exec(execArgv[n] ?? '') ?? []
    if (option === undefined) continue
    const named = joined ?? execArgv[n + 1] ?? ''
    if (named === EXPORTED || quiet(() => pathOf(named)) === own) execArgv.splice(n, joined === undefined ? 2 : 1)
  }
}

function pathOf (named: string): string {
  return realpathSync(named.startsWith('file:') ? fileURLToPath(named) : resolve(named))
}
