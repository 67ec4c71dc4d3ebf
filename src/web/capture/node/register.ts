// `node --require earshot/capture/register app.js`: records a program without changes to its code. The settings are environment variables.
// Invalid settings never prevent the program from running; they are only reported, in one line.
import { realpathSync } from 'node:fs'
import { quiet } from '../core/host.js'
import { maskOf } from '../core/options.js'
import { unlist } from './exec-argv.js'
import { startRecording } from './running.js'
import { sayHello, type SpoolPlace } from './spool.js'

// The requests of a package manager to its registry, or of a tool that comes with it, are not requests of the app.
/** `/usr/lib/node_modules/npm/bin/npm-cli.js`, `~/.cache/node/corepack/v1/pnpm/10.0.0/bin/pnpm.cjs`, `.yarn/releases/yarn-4.1.0.cjs`. */
const PLACES = /[\\/]node_modules[\\/](?:npm|pnpm|yarn|corepack)[\\/]|[\\/](?:npm|pnpm|yarn|corepack|\.yarn)[\\/](?:.*[\\/])?(?:np[mx]-cli|pnp[mx]|yarn(?:pkg|-[\d.]+)?|corepack)\.[cm]?js$/

/** `main`: the file that the process runs. */
function isPackageManager (main: string | undefined): boolean {
  return main !== undefined && PLACES.test(quiet(() => realpathSync(main)) ?? main)
}

const { EARSHOT_URL: url, EARSHOT_SESSION: session, EARSHOT_TOKEN: token, EARSHOT_SOURCE: source } = process.env
const { EARSHOT_RECORD, EARSHOT_RULES, EARSHOT_INITIATOR: initiator } = process.env
const rules = /^on$/i.test(EARSHOT_RULES ?? '') || (/^off$/i.test(EARSHOT_RULES ?? '') ? false : EARSHOT_RULES)
const mask = process.env.EARSHOT_MASK ? maskOf(process.env.EARSHOT_MASK) : undefined

/** Set by `earshot record` for the programs that it runs. `all`: record package managers, too. */
type RecordSettings = SpoolPlace & { all: boolean }
const record = EARSHOT_RECORD ? quiet(() => JSON.parse(EARSHOT_RECORD) as RecordSettings) : undefined

quiet(() => unlist(import.meta.url, record?.folder))
if (!url || !session) console.error('Earshot does not record: EARSHOT_URL and EARSHOT_SESSION must be set')
else if (!record || record.all || !isPackageManager(process.argv[1])) {
  startRecording({ url, session, token, source, mask, rules, initiator }, record)
  if (record) quiet(() => sayHello(record))
}
