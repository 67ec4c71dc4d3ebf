// The image's HEALTHCHECK runs this: is the process alive? It does not use /readyz: while Redis is unreachable, restarting replicas
// would not help. Load balancers check /readyz themselves.
const reply = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).catch(() => undefined)
process.exitCode = reply?.ok ? 0 : 1
