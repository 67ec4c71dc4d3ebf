// The test suites of HTTP clients and mocks that are run with the recorder: for each, the command that prepares it, and the command that
// runs it with TAP as its output.
export interface Suite {
  /** The folder of its checkout. */
  name: string
  /** Run once. */
  prepare?: string
  run: string
}

const UNDICI = ['', 'busboy/', 'cache/', 'cache-interceptor/', 'cookie/', 'eventsource/', 'fetch/', 'infra/', 'interceptors/', 'node-fetch/',
  'node-test/', 'subresource-integrity/', 'webidl/', 'websocket/']

export const SUITES: readonly Suite[] = [
  { name: 'axios', run: 'mocha "test/unit/**/*.js" --timeout 30000 --exit --reporter tap' },
  { name: 'got', run: 'NODE_OPTIONS="$NODE_OPTIONS --import=tsx/esm" ava --tap --timeout=2m' },
  { name: 'interceptors', prepare: 'tsdown', run: 'vitest run --project unit --project node --reporter=tap-flat' },
  { name: 'ky', prepare: 'tsc --project tsconfig.dist.json', run: 'ava --tap --timeout=2m "test/*.ts" "!test/browser.ts"' },
  { name: 'node-fetch', run: 'mocha --reporter tap' },
  {
    name: 'undici',
    prepare: 'node scripts/generate-pem.js && npm run build:node',
    run: UNDICI.map(folder => `borp --timeout 60000 --expose-gc --concurrency 2 --reporter tap -p "test/${folder}*.js"`).join('; ')
  }
]
