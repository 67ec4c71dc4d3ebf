// Scripts that an app hosts, and a recorder that cannot load its code for what is kept, in a real Chromium.
import t from 'tap'
import './keep/hosted.js'

t.setTimeout(300_000)
