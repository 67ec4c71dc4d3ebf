// The recorder in Firefox: what is replaced there, clients that apps use, the cases of all pages, and rules. Run:
// npm run check:browsers -- recorder
import t from 'tap'
import './browser/untouched.js'
import './browser/frameworks.js'
import './browser/cases.js'
import './rules/fetch.js'
import './rules/change.js'
import './rules/consent.js'
import './rules/xhr.js'
import './rules/channels.js'

t.setTimeout(900_000)
