import t from 'tap'
import { helpText, readConfig } from '../src/config.js'

t.test('without settings, the defaults apply', async t => {
  t.same(readConfig({}), {
    host: '127.0.0.1',
    port: 3000,
    redis: undefined,
    dataDir: './data',
    retentionMs: 86_400_000,
    maxEntries: 2000,
    maxMessages: 1000,
    maxSessionBytes: 64 * 1024 ** 2,
    bodyLimitBytes: 8 * 1024 ** 2,
    uploadLimitBytes: 10 * 1024 ** 2,
    maxInflightBytes: 64 * 1024 ** 2,
    pushTokens: [],
    viewTokens: [],
    ruleTokens: [],
    rules: 'local',
    corsOrigins: ['*'],
    rateLimit: 'off',
    trustProxy: false,
    basePath: '',
    redact: [],
    drainDelayMs: 0,
    logLevel: 'info'
  })
  t.same(readConfig({ PORT: '', REDIS_URL: ' ' }), readConfig({}), 'an empty value counts as unset')
})

t.test('reads settings with their units', async t => {
  t.match(readConfig({
    HOST: '0.0.0.0',
    PORT: '65535',
    REDIS_URL: 'rediss://user:pass@host:6380/2',
    DATA_DIR: '/var/lib/earshot',
    RETENTION: '90s',
    MAX_ENTRIES: '1',
    MAX_SESSION_BYTES: '512',
    BODY_LIMIT: '2kb',
    UPLOAD_LIMIT: '1gb',
    LOG_LEVEL: 'silent'
  }), {
    host: '0.0.0.0',
    port: 65535,
    redis: { kind: 'single', url: 'rediss://user:pass@host:6380/2' },
    dataDir: '/var/lib/earshot',
    retentionMs: 90_000,
    maxEntries: 1,
    maxSessionBytes: 512,
    bodyLimitBytes: 2048,
    uploadLimitBytes: 1024 ** 3,
    logLevel: 'silent'
  })
  t.equal(readConfig({ RETENTION: '7d' }).retentionMs, 7 * 86_400_000)
  t.equal(readConfig({ RETENTION: '15m' }).retentionMs, 900_000)
  t.same(readConfig({ REDIS_URL: '/run/redis.sock' }).redis, { kind: 'single', url: '/run/redis.sock' })
})

t.test('reads all forms of the access settings: tokens, origins, rate limit, proxies, base path', async t => {
  const { pushTokens, viewTokens, corsOrigins } = readConfig({
    PUSH_TOKENS: 'a-1, b_2', VIEW_TOKENS: 'c', CORS_ORIGINS: 'https://a.example, http://*.b.example:8080,capacitor://localhost,null'
  })
  t.same({ pushTokens, viewTokens, corsOrigins }, {
    pushTokens: ['a-1', 'b_2'],
    viewTokens: ['c'],
    corsOrigins: ['https://a.example', 'http://*.b.example:8080', 'capacitor://localhost', 'null']
  })
  const { rateLimit, redact, drainDelayMs } = readConfig({ RATE_LIMIT: '600', REDACT: 'default, x-key', DRAIN_DELAY: '5s' })
  t.same({ rateLimit, redact, drainDelayMs }, { rateLimit: 600, redact: ['default', 'x-key'], drainDelayMs: 5000 })
  for (const [text, value] of [['off', false], ['on', true], ['10.0.0.0/8, ::1,loopback', ['10.0.0.0/8', '::1', 'loopback']]] as const) {
    t.same(readConfig({ TRUST_PROXY: text }).trustProxy, value, text)
  }
  for (const [text, value] of [['/', ''], ['/a', '/a'], ['/a/b/', '/a/b']] as const) {
    t.equal(readConfig({ BASE_PATH: text }).basePath, value, text)
  }
})

t.test('rejects a TRUST_PROXY address that is not valid', async t => {
  for (const proxy of ['300.1.1.1', '10.0.0.0/33', '::1/129', '1.2.3', '::g', '10.0.0.0/', '10.0.0.0/8/8']) {
    t.throws(() => readConfig({ TRUST_PROXY: `loopback,${proxy}` }), { message: /^TRUST_PROXY must / }, proxy)
  }
})

t.test('messages never repeat a token, and a token cannot both push and view', async t => {
  t.throws(() => readConfig({ VIEW_TOKENS: 'none' }), { message: /^VIEW_TOKENS must be [^"]*$/ })
  t.throws(() => readConfig({ PUSH_TOKENS: 'a b' }), { message: /^PUSH_TOKENS must be [^"]*$/ })
  t.throws(() => readConfig({ PUSH_TOKENS: 'a,b', VIEW_TOKENS: 'b' }), { message: /must not share a token/ })
})

t.test('a bad value gives one line with the setting, its allowed values and the bad value', async t => {
  const bad: [string, string][] = [
    ['PORT', '65536'], ['PORT', '-1'], ['PORT', '80a'], ['RETENTION', '24'], ['RETENTION', '0h'], ['RETENTION', 'forever'],
    ['MAX_ENTRIES', '0'], ['MAX_ENTRIES', '1000001'], ['MAX_ENTRIES', '1.5'],
    ['MAX_SESSION_BYTES', '64MB '.toLowerCase() + 'x'], ['BODY_LIMIT', '8 mb'], ['UPLOAD_LIMIT', '-1'], ['LOG_LEVEL', 'loud'],
    ['CORS_ORIGINS', 'example.com'], ['CORS_ORIGINS', 'https://a.example/'], ['CORS_ORIGINS', 'https://user@a.example'],
    ['RATE_LIMIT', '0'], ['TRUST_PROXY', 'maybe'], ['TRUST_PROXY', '1'],
    ['BASE_PATH', 'a'], ['REDACT', 'on'], ['REDACT', 'default, none'], ['BASE_PATH', '/a//b'], ['BASE_PATH', '/capture'],
    ['BASE_PATH', '/docs/x'], ['DRAIN_DELAY', '5']
  ]
  for (const [name, value] of bad) {
    t.throws(() => readConfig({ [name]: value }), { message: new RegExp(`^${name} must be .+; it is "${value}"$`) }, `${name}=${value}`)
  }
})

t.test('Redis can be a single server, a Cluster, or a server behind Sentinels, but only one of these', async t => {
  t.same(readConfig({ REDIS_CLUSTER: 'a:7000, [::1]:7001,rediss://user:p%40ss@c:7002' }).redis,
    { kind: 'cluster', nodes: ['a:7000', '[::1]:7001', 'rediss://user:p%40ss@c:7002'] })
  t.same(readConfig({ REDIS_SENTINELS: 'a:26379' }).redis, { kind: 'sentinel', sentinels: ['a:26379'], name: 'mymaster' })
  t.same(readConfig({ REDIS_SENTINELS: 'a:1,b:2', REDIS_SENTINEL_NAME: 'other' }).redis,
    { kind: 'sentinel', sentinels: ['a:1', 'b:2'], name: 'other' })
  for (const both of [{ REDIS_URL: '/run/redis.sock', REDIS_CLUSTER: 'a:1' }, { REDIS_CLUSTER: 'a:1', REDIS_SENTINELS: 'a:1' }]) {
    t.throws(() => readConfig(both), { message: 'REDIS_URL, REDIS_CLUSTER and REDIS_SENTINELS exclude one another: set only one of them' })
  }
  for (const nodes of ['a', 'a:1,', ':1', 'a:1 b:2', 'http://a:1', 'redis://secret@a']) {
    t.throws(() => readConfig({ REDIS_CLUSTER: nodes }), { message: /^REDIS_CLUSTER must be host:port[^"]*$/ }, nodes)
  }
})

t.test('does not repeat a bad address of Redis, because it may contain a password', async t => {
  // A URL parser would end each of these passwords at its / ? #, and read the rest as a host, a path or a setting.
  const broken = [
    'u:se#cret@host:6379', 'u:se/cret@host:6379', 'u:1/2@host:6379', 'u:se?cret@host:6379', 'u:1?2@host:6379', 'host:6379/0#cret@a'
  ]
  for (const url of ['http://:secret@host', ...[...broken, 'ho st:1', '[::1:6379'].map(rest => `redis://${rest}`)]) {
    t.throws(() => readConfig({ REDIS_URL: url }), { message: /^REDIS_URL must be redis:\/\/[^"]*%23$/ }, url)
  }
  for (const url of ['redis://u:se#cret@a:1', 'redis://u:se?cret@a:1']) {
    t.throws(() => readConfig({ REDIS_CLUSTER: url }), { message: /^REDIS_CLUSTER must be host:port[^"]*$/ }, url)
  }
})

t.test('accepts every form of a Redis URL', async t => {
  const rests = ['localhost', 'u:p@ss,w0rd!@h_o-st:6379/15', ':%23%2F%3F@[::1]:6379', '10.0.0.1:6379?password=p@ss/&db=1', '/2']
  for (const url of [...rests.map(rest => `redis://${rest}`), 'rediss://a.b.example:6380', '/run/redis.sock?password=p@ss#?']) {
    t.same(readConfig({ REDIS_URL: url }).redis, { kind: 'single', url }, url)
  }
})

t.test('--help lists every setting with its default', async t => {
  const help = helpText()
  for (const [name, initial] of [
    ['HOST', '127.0.0.1'], ['PORT', '3000'], ['REDIS_URL', 'none'], ['RETENTION', '24h'], ['MAX_SESSION_BYTES', '64mb']
  ]) {
    t.match(help, new RegExp(`^ {2}${name} +${initial} +\\S`, 'm'))
  }
})

t.test('without tokens, rules are on only if the service listens on loopback', async t => {
  const rulesWith = (...hosts: string[]) => [...new Set(hosts.map(HOST => readConfig({ HOST }).rules))]
  t.same(rulesWith('localhost', 'LOCALHOST', '127.0.0.1', '127.8.8.8', '::1', '[::1]'), ['local'])
  t.same(rulesWith('0.0.0.0', '::', '127.example.com', 'localhost.example.com', '10.0.0.1'), ['off'])
})
