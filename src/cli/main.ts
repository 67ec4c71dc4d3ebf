#!/usr/bin/env node
// The process `earshot`: reads the arguments and sets the exit code. Each command is in the file of its name.
import { unsupportedNode } from '../node-version.js'
import { EXIT } from './failure.js'

// The reader of the output may close the pipe early: `earshot export … | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})
const complaint = unsupportedNode()
if (complaint === undefined) {
  const { run } = await import('./program.js')
  process.exitCode = await run(process.argv.slice(2))
} else {
  process.stderr.write(`earshot: ${complaint}\n`)
  process.exitCode = EXIT.usage
}
