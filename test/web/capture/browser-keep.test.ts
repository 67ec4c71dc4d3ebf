// A recorder with data-keep, which stores on the device what it cannot send, or may not send yet; in a real Chromium.
import t from 'tap'
import './keep/outages.js'
import './keep/asleep.js'
import './keep/obstacles.js'

t.setTimeout(300_000)
