// Writes the file that a person has named with --output.
import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EXIT, Failure } from './failure.js'

/** Deletes the new file if writing fails: an incomplete file would look complete. With `force`, it stays. Existing files need `force`. */
export async function writeFile (texts: AsyncIterable<string> | Iterable<string>, output: string, force: boolean): Promise<void> {
  const cannot = ({ code, message }: NodeJS.ErrnoException) =>
    new Failure(
      code === 'EEXIST' ? `${output} exists already: --force overwrites it` : `${output} cannot be written: ${message}`, EXIT.usage
    )
  // `wx` creates the file or fails, even if a symbolic link has the name.
  const file = await open(output, force ? 'w' : 'wx').catch((error: unknown) => { throw cannot(error as NodeJS.ErrnoException) })
  try {
    await pipeline(Readable.from(texts), file.createWriteStream())
  } catch (error) {
    if (!force) await rm(output, { force: true })
    throw (error as NodeJS.ErrnoException).syscall === 'write' ? cannot(error as NodeJS.ErrnoException) : error
  }
}
