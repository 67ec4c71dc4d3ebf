// Rules in a real Chromium: in several tabs, in pages that the browser keeps for its back button, and while the service is away.
import t from 'tap'
import './rules/tabs.js'
import './rules/kept-pages.js'
import './rules/outages.js'

t.setTimeout(240_000)
