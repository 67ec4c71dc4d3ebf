// The one way to start a worker under trusted types: `import url from './x-worker.js?worker&url'`, then `startWorker(url)`.

interface TrustedTypes {
  createPolicy (name: string, rules: { createScriptURL: (url: string) => string }): { createScriptURL (url: string): string }
}

const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('earshot', { createScriptURL: ownScript })

export function startWorker (url: string): Worker {
  const script = new URL(url, location.href).href
  // A page opened from disk has no origin, and a browser starts no module worker for it. A single-file script imports nothing anyway.
  return new Worker(
    policy ? policy.createScriptURL(script) : ownScript(script), { type: script.startsWith('blob:') ? 'classic' : 'module' }
  )
}

function ownScript (url: string): string {
  // Only the page itself can make a blob URL that it can load, so the script of a blob is the page's own.
  if (!url.startsWith('blob:') && new URL(url).origin !== location.origin) {
    throw new TypeError('A worker must be loaded from the page\'s own origin')
  }
  return url
}
