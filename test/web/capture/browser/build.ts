// Builds the recorder's script if one of its source files is newer than the built script: the service serves the script from dist, even if
// the service itself runs from its sources.
import { execFile } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = new URL('../../../../', import.meta.url)
const SOURCES = [
  'scripts/build/recorder', 'scripts/build/shrink.js', ...filesIn('src/json/'), ...filesIn('src/redact/'), ...filesIn('src/exchange/'), ...filesIn('src/filter/'), ...filesIn('src/rules/'), ...filesIn('src/web/capture/')
]

export async function buildScript (): Promise<void> {
  const builtMs = changedMs('dist/web/earshot.js')
  if (SOURCES.every(file => changedMs(file) < builtMs)) return
  await promisify(execFile)(fileURLToPath(new URL('scripts/build/recorder', ROOT)))
}

function filesIn (folder: string): string[] {
  return readdirSync(new URL(folder, ROOT), { recursive: true }).map(name => folder + name.toString())
}

/** 0 if the file does not exist. */
function changedMs (file: string): number {
  return statSync(new URL(file, ROOT), { throwIfNoEntry: false })?.mtimeMs ?? 0
}
