// Caches the results of slow build steps, keyed by a hash of their inputs. Files that have not changed since an earlier build are not
// minified and compressed again. Results that no build has used for a month are deleted.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/build', import.meta.url))
const UNUSED_MS = 30 * 24 * 60 * 60 * 1000

/** Resolves with what `make` returned for equal `inputs`, which must contain everything that its result depends on. */
export async function cached (inputs, make) {
  const hash = createHash('sha256')
  // The length keeps two inputs apart.
  for (const input of inputs) hash.update(`${input.length} `).update(input)
  const file = join(FOLDER, hash.digest('hex'))
  const kept = read(file)
  if (kept !== undefined) return kept
  const made = Buffer.from(await make())
  mkdirSync(FOLDER, { recursive: true })
  // Another build never reads half a file.
  writeFileSync(`${file}.${process.pid}`, made)
  renameSync(`${file}.${process.pid}`, file)
  return made
}

/** Deletes the results that no build has used for a month. */
export function forgetUnused () {
  mkdirSync(FOLDER, { recursive: true })
  for (const file of readdirSync(FOLDER).map(name => join(FOLDER, name))) {
    // Another build may have renamed or deleted the file since: two steps of a build run at the same time.
    const stats = statSync(file, { throwIfNoEntry: false })
    if (stats && Date.now() - stats.mtimeMs > UNUSED_MS) rmSync(file, { force: true })
  }
}

function read (file) {
  try {
    const kept = readFileSync(file)
    utimesSync(file, new Date(), new Date())
    return kept
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return undefined
  }
}
