// `node --import earshot/capture/register app.js`: records a program as it is, by settings of the environment. It never stops a program
// from running: what is wrong with the settings is said in one line.
import { quiet } from '../core/host.js'
import { isPackageManager } from './package-manager.js'
import { startRecording } from './running.js'
import type { SpoolPlace } from './spool.js'

const { EARSHOT_URL: url, EARSHOT_SESSION: session, EARSHOT_TOKEN: token, EARSHOT_SOURCE: source, EARSHOT_RECORD } = process.env

/** By `earshot record`, for the programs that it runs. `all`: package managers, too. */
type RecordSettings = SpoolPlace & { all: boolean }
const record = EARSHOT_RECORD ? quiet(() => JSON.parse(EARSHOT_RECORD) as RecordSettings) : undefined

if (!url || !session) console.error('Earshot does not record: EARSHOT_URL and EARSHOT_SESSION must be set')
else if (!record || record.all || !isPackageManager(process.argv[1])) startRecording({ url, session, token, source }, record)
