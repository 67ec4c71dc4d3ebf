#!/usr/bin/env node
// The process `earshot`: its arguments in, its exit code out. What each command does is in the file of its name.
import { complaintOfNode } from '../node-version.js'
import { EXIT } from './failure.js'

// The reader of the output may have had enough of it: `earshot export … | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})
const complaint = complaintOfNode()
if (complaint === undefined) {
  const { run } = await import('./program.js')
  process.exitCode = await run(process.argv.slice(2))
} else {
  process.stderr.write(`earshot: ${complaint}\n`)
  process.exitCode = EXIT.usage
}
