// The production modules of this checkout, put where something is installed: what `npm install earshot` brings, without a network. What has
// only a link to their folder would find the modules of development beside them: it gets folders of its own, with the same files in them.
import { execFileSync } from 'node:child_process'
import { copyFileSync, linkSync, mkdirSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Into `folder`/node_modules. The files may be removed there; to write to them would change this checkout's. */
export function placeProductionModules (folder: string): void {
  for (const source of productionModules()) place(source, join(folder, relative(ROOT, source)))
}

/** The folders of all packages that the service needs, and not those of the build, which are a workspace. */
function productionModules (): string[] {
  const options = ['--omit=dev', '--omit=peer', '--all', '--parseable', '--workspaces=false']
  const paths = execFileSync('npm', ['ls', ...options], { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return paths.split('\n').filter(path => path.includes('node_modules'))
}

function place (source: string, target: string): void {
  mkdirSync(target, { recursive: true })
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)]
    if (entry.isFile()) linkOrCopy(from, to)
    // Modules within modules are in the list by themselves, where they are wanted.
    else if (entry.name !== 'node_modules') place(from, to)
  }
}

// Nothing is linked from one file system to another.
function linkOrCopy (from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
