// Loaded by `--require`, in addition to register by `--import`: a worker that gets its code as text ignores `--import`. It never throws: an
// older Node cannot require an ES module, so it does not record such workers.
import threads = require('node:worker_threads')

if (!threads.isMainThread) {
  try {
    require('./register.js')
  } catch {}
}
