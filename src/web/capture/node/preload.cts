// The entry point of /earshot-node.cjs. It is loaded by `--require`, because with `--import`, Node 20 would load the main file of the app
// as an ES module, and workers that get their code as text would not be recorded. If anything fails here, the app still runs. This file
// leaves no trace in the app's module cache.
try {
  const { loadRulesBy } = require('./running.js') as { loadRulesBy: (load: () => unknown) => void }
  loadRulesBy(() => require('./rules/start.js') as unknown)
  require('./register.js')
} catch {}
delete require.cache[__filename]
