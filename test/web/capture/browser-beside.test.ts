// What the recorder hears beside the requests of scripts, in a real Chromium: errors, and what the browser itself loads.
import t from 'tap'
import './beside/errors.js'
import './beside/iframes.js'
import './beside/initiators.js'
import './beside/resources.js'

t.setTimeout(300_000)
