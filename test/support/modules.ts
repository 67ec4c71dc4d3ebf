// Places the production modules of this checkout into a folder, like `npm install earshot` without a network. A link to the folder
// node_modules would also expose the development modules, so this creates new folders, with hard links to the files of the production
// modules.
import { execFileSync } from 'node:child_process'
import { copyFileSync, linkSync, mkdirSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Places them into `folder`/node_modules. The files may be removed there, but writing to them would change this checkout. */
export function placeProductionModules (folder: string): void {
  for (const source of productionModules()) place(source, join(folder, relative(ROOT, source)))
}

/** Returns the folders of all packages that the service needs, without those of the build, which are a workspace. */
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
    // Nested modules are listed separately, if they are needed.
    else if (entry.name !== 'node_modules') place(from, to)
  }
}

// Hard links do not work across file systems.
function linkOrCopy (from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
