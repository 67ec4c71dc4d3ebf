// `node --import earshot/capture/register app.js`: records a program as it is, by settings of the environment. It never stops a program from
// running: what is wrong with the settings is said in one line.
import { Earshot } from './earshot.js'

const { EARSHOT_URL: url, EARSHOT_SESSION: session, EARSHOT_TOKEN: token, EARSHOT_SOURCE: source } = process.env

if (url && session) Earshot.start({ url, session, token, source })
else console.error('Earshot does not record: EARSHOT_URL and EARSHOT_SESSION must be set')
