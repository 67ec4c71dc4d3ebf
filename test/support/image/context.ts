// The build context of the Dockerfile: copies the files that .dockerignore includes, as a container engine would. Only the owner may read
// the copies.
import dockerignore from '@balena/dockerignore'
import { readFileSync, readdirSync } from 'node:fs'
import { chmod, cp, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const RULES = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')
const ignored = dockerignore.default().add(RULES)

/** Copies the files with permissions for their owner only, as after a clone with the umask 077. */
export async function copyContext (target: string): Promise<void> {
  for (const path of filesIn('')) {
    const file = join(target, path)
    await cp(join(ROOT, path), file)
    await chmod(file, (await stat(file)).mode & 0o700)
  }
}

function filesIn (folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return mayHoldFiles(path) ? filesIn(path) : []
    return entry.isFile() && !ignored.ignores(path) ? [path] : []
  })
}

// Like the engine, enters an ignored folder only if a rule includes something within it.
function mayHoldFiles (folder: string): boolean {
  return !ignored.ignores(folder) || RULES.some(rule => rule.startsWith(`!${folder}/`))
}
