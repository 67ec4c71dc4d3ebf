// What the recorder records besides the requests of a page's scripts, in a real Chromium: errors, resources, same-origin frames, and
// initiators.
import t from 'tap'
import './beside/errors.js'
import './beside/iframes.js'
import './beside/initiators.js'
import './beside/resources.js'

t.setTimeout(300_000)
