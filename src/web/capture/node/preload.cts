// `--require` of this file beside `--import` of register: a worker that is given its code as text hears of no `--import`. It never disturbs: an older Node
// cannot require a module, and records nothing there.
import threads = require('node:worker_threads')

if (!threads.isMainThread) {
  try {
    require('./register.js')
  } catch {}
}
