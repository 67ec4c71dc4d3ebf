// The recorder in workers of a real Chromium.
import t from 'tap'
import './worker/kinds.js'
import './worker/ends.js'

t.setTimeout(300_000)
