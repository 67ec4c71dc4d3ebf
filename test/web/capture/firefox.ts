// The recorder in Firefox: what is replaced there, clients that apps use, the cases of all pages, messages, what happens beside requests,
// workers, what is kept, and rules. Run:
// npm run check:browsers -- recorder
import t from 'tap'
import './browser/untouched.js'
import './browser/frameworks.js'
import './browser/cases.js'
import './browser/messages.js'
import './browser/body-messages.js'
import './browser/xhr-messages.js'
import './browser/without-messages.js'
import './beside/errors.js'
import './beside/frames.js'
import './beside/initiators.js'
import './beside/resources.js'
import './worker/kinds.js'
import './worker/ends.js'
import './workers/same.js'
import './workers/left-alone.js'
import './keep/outages.js'
import './keep/asleep.js'
import './keep/obstacles.js'
import './rules/fetch.js'
import './rules/change.js'
import './rules/consent.js'
import './rules/xhr.js'
import './rules/channels.js'

t.setTimeout(900_000)
