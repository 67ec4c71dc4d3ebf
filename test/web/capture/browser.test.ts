// The recorder in a real Chromium. All imported files share one service, one browser and one app, because these start slowly.
import t from 'tap'
import './browser/ends.js'
import './browser/pages.js'
import './browser/obstacles.js'
import './browser/late-delivery.js'
import './browser/messages.js'
import './browser/without-messages.js'
import './browser/body-messages.js'
import './browser/xhr-messages.js'
import './browser/left-early.js'
import './browser/outage.js'
import './browser/frameworks.js'
import './browser/cases.js'
import './browser/untouched.js'

t.setTimeout(300_000)
