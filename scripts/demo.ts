// npm run demo: `earshot replay`, which plays the recording of a shop if no file is given.
import { fileURLToPath } from 'node:url'
import { run } from '../src/cli/program.js'

const SHOP = fileURLToPath(new URL('../test/data/shop.har', import.meta.url))

process.exitCode = await run(['replay', ...process.argv.slice(2)], { sample: SHOP })
