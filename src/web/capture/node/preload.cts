// The entry of /earshot-node.cjs, for `--require`: with `--import`, Node 20 would load the main file of the app as an ES module, and workers
// that get their code as text would not be recorded. Whatever fails here, the app runs. No trace of this file is left in the app's modules.
try {
  const { loadRulesBy } = require('./running.js') as { loadRulesBy: (load: () => unknown) => void }
  loadRulesBy(() => require('./rules/start.js') as unknown)
  require('./register.js')
} catch {}
delete require.cache[__filename]
