// Rules in a real Chromium. All imported files share one service, one browser and one app, because these start slowly.
import t from 'tap'
import './rules/fetch.js'
import './rules/change.js'
import './rules/malformed.js'
import './rules/consent.js'
import './rules/module.js'

t.setTimeout(240_000)
