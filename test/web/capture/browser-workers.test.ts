// Workers that a page starts, recorded without a line for the recorder in their scripts, in a real Chromium.
import t from 'tap'
import './workers/same.js'
import './workers/left-alone.js'

t.setTimeout(300_000)
