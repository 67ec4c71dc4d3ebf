// Rules in a real Chromium: in several tabs, in pages of the back/forward cache, and while the service is unreachable.
import t from 'tap'
import './rules/tabs.js'
import './rules/kept-pages.js'
import './rules/outages.js'

t.setTimeout(240_000)
