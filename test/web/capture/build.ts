// The script as it is built, which the routes serve from dist also where the sources run.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export async function buildScript (): Promise<void> {
  await promisify(execFile)(fileURLToPath(new URL('../../../scripts/build-script', import.meta.url)))
}
