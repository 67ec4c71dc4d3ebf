// Writes the file that a person has named with --output.
import { statSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileFault, usageFailure } from './failure.js'

/** Deletes the new file if writing fails: an incomplete file would look complete. With `force`, it stays. Existing files need `force`. */
export async function writeFile (texts: AsyncIterable<string> | Iterable<string>, output: string, force: boolean): Promise<void> {
  const cannot = (error: unknown) => usageFailure(
    (error as NodeJS.ErrnoException).code === 'EEXIST' && !isFolder(output)
      ? `${output} exists already: --force overwrites it`
      : `${output} cannot be written: ${isFolder(output) ? 'it is a folder' : fileFault(error, 'its folder does not exist')}`
  )
  // `wx` creates the file or fails, even if a symbolic link has the name.
  const file = await open(output, force ? 'w' : 'wx').catch((error: unknown) => { throw cannot(error) })
  try {
    await pipeline(Readable.from(texts), file.createWriteStream())
  } catch (error) {
    if (!force) await rm(output, { force: true })
    throw (error as NodeJS.ErrnoException).syscall === 'write' ? cannot(error) : error
  }
}

function isFolder (path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
