// The recorder in Firefox: what is replaced there, clients that apps use, and the cases of all pages. Run:
// npm run check:browsers -- recorder
import t from 'tap'
import './browser/untouched.js'
import './browser/frameworks.js'
import './browser/cases.js'

t.setTimeout(900_000)
