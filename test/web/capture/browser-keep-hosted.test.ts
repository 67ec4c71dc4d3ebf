// Recorder scripts that an app hosts itself, and a recorder that cannot load earshot-keep.js, in a real Chromium.
import t from 'tap'
import './keep/hosted.js'

t.setTimeout(300_000)
