// What the image's HEALTHCHECK runs: is the process alive? Not /readyz: while Redis is away every replica is as good as new, and
// to end them all would help nobody. Load balancers ask /readyz by themselves.
const { PORT, BASE_PATH = '' } = process.env
const reply = await fetch(`http://127.0.0.1:${PORT || 3000}${BASE_PATH.replace(/\/$/, '')}/healthz`).catch(() => undefined)
process.exitCode = reply?.ok ? 0 : 1
