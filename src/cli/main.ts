#!/usr/bin/env node
// The process `earshot`: reads the arguments and sets the exit code. Each command is in the file of its name.
import { unsupportedNode } from '../node-version.js'
import { EXIT } from './failure.js'

// The reader of the output may close the pipe early: `earshot export … | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A command may have set its exit code before: `earshot diff … | head -1`.
  if (error.code === 'EPIPE') process.exit()
  throw error
})
// Its messages may have no reader any more: `earshot proxy … 2>&1 | head`. The work goes on.
process.stderr.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
const complaint = unsupportedNode()
if (complaint === undefined) {
  const { run } = await import('./program.js')
  process.exitCode = await run(process.argv.slice(2))
} else {
  process.stderr.write(`earshot: ${complaint}\n`)
  process.exitCode = EXIT.usage
}
