// Rules for XMLHttpRequest, EventSource and WebSocket, in a real Chromium.
import t from 'tap'
import './rules/xhr.js'
import './rules/xhr-beside.js'
import './rules/channels.js'
import './rules/clients.js'

t.setTimeout(300_000)
