// What the image's HEALTHCHECK runs: is the process alive? Not /readyz: while Redis is away every replica is as good as new, and
// to end them all would help nobody. Load balancers ask /readyz by themselves.
const reply = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).catch(() => undefined)
process.exitCode = reply?.ok ? 0 : 1
