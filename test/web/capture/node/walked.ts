// The program of looks.test.ts that walks all that an app can reach in Node, loads a file, and prints what has changed. Run: walked <file>
import { builtinModules, createRequire } from 'node:module'
import { differences, hidden, walk } from '../walk.js'

const [, , file = ''] = process.argv
process.removeAllListeners('warning')
process.on('warning', () => {})
const require = createRequire(import.meta.url)
// Some names are those of modules that Node is about to remove, or of its own parts.
const modules = builtinModules.filter(name => !name.startsWith('_') && !['punycode', 'sys', 'wasi'].includes(name))
const roots = {
  ...hidden(),
  globalThis,
  ...Object.fromEntries(modules.map(name => [name, require(name) as object])),
  'http (module)': await import('node:http')
}
// What Node loads when it is asked for is there now.
walk(roots)
const walked = walk(roots)
require(file)
console.log(JSON.stringify({ version: process.versions.node, size: walked.size, told: differences(walked) }))
process.exit()
