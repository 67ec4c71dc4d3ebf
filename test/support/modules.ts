// The production modules of this checkout, put where something is installed: what `npm ci --omit=dev` brings, without a network. What has
// only a link to their folder would find the modules of development beside them: it gets folders of its own, with the same files in them.
import { copyFileSync, existsSync, linkSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface Locked { dev?: boolean, optional?: boolean }

/** Into `folder`/node_modules. The files may be removed there; to write to them would change this checkout's. */
export function placeProductionModules (folder: string): void {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
  for (const [path, { dev, optional }] of Object.entries(packages)) {
    const source = join(ROOT, path)
    if (path === '' || dev || (optional && !existsSync(source))) continue
    place(source, join(folder, path))
  }
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
