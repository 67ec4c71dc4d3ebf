// Hundreds of uses of XMLHttpRequest, answered by a server and by rules, in a real Chromium.
import t from 'tap'
import './rules/xhr-uses.js'

t.setTimeout(600_000)
