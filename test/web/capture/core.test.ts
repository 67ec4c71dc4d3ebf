// The core of the recorder against a real service, which starts once for all of these files.
import './core/recorder.js'
import './core/rules.js'
import './core/backlog.js'
import './core/without-delivery.js'
import './core/delivery.js'
import './core/messages.js'
import './core/sender.js'
import './core/rules-link.js'
