import t from 'tap'
import { helpText, readConfig } from '../src/config.js'

t.test('without settings there are defaults', async t => {
  t.same(readConfig({}), {
    host: '127.0.0.1',
    port: 3000,
    redisUrl: undefined,
    dataDir: './data',
    retentionMs: 86_400_000,
    maxEntries: 2000,
    maxSessionBytes: 64 * 1024 ** 2,
    bodyLimitBytes: 8 * 1024 ** 2,
    uploadLimitBytes: 10 * 1024 ** 2,
    logLevel: 'info'
  })
  t.same(readConfig({ PORT: '', REDIS_URL: ' ' }), readConfig({}), 'an empty value counts as none')
})

t.test('settings are read with their units', async t => {
  t.match(readConfig({
    HOST: '0.0.0.0', PORT: '65535', REDIS_URL: 'rediss://user:pass@host:6380/2', DATA_DIR: '/var/lib/earshot', RETENTION: '90s', MAX_ENTRIES: '1', MAX_SESSION_BYTES: '512', BODY_LIMIT: '2kb', UPLOAD_LIMIT: '1gb', LOG_LEVEL: 'silent'
  }), {
    host: '0.0.0.0', port: 65535, redisUrl: 'rediss://user:pass@host:6380/2', dataDir: '/var/lib/earshot', retentionMs: 90_000, maxEntries: 1, maxSessionBytes: 512, bodyLimitBytes: 2048, uploadLimitBytes: 1024 ** 3, logLevel: 'silent'
  })
  t.equal(readConfig({ RETENTION: '7d' }).retentionMs, 7 * 86_400_000)
  t.equal(readConfig({ RETENTION: '15m' }).retentionMs, 900_000)
  t.equal(readConfig({ REDIS_URL: '/run/redis.sock' }).redisUrl, '/run/redis.sock')
})

t.test('a bad value is one line that names the setting, what it must be, and what it is', async t => {
  const bad: [string, string][] = [
    ['PORT', '65536'], ['PORT', '-1'], ['PORT', '80a'], ['RETENTION', '24'], ['RETENTION', '0h'], ['RETENTION', 'forever'], ['MAX_ENTRIES', '0'], ['MAX_ENTRIES', '1.5'],
    ['MAX_SESSION_BYTES', '64MB '.toLowerCase() + 'x'], ['BODY_LIMIT', '8 mb'], ['UPLOAD_LIMIT', '-1'], ['LOG_LEVEL', 'loud']
  ]
  for (const [name, value] of bad) {
    t.throws(() => readConfig({ [name]: value }), { message: new RegExp(`^${name} must be .+; it is "${value}"$`) }, `${name}=${value}`)
  }
})

t.test('a bad address of Redis is not repeated: it may hold a password', async t => {
  t.throws(() => readConfig({ REDIS_URL: 'http://:secret@host' }), { message: /^REDIS_URL must be redis:\/\/[^"]*$/ })
})

t.test('--help has every setting with its default', async t => {
  const help = helpText()
  for (const [name, initial] of [['HOST', '127.0.0.1'], ['PORT', '3000'], ['REDIS_URL', 'none'], ['RETENTION', '24h'], ['MAX_SESSION_BYTES', '64mb']]) {
    t.match(help, new RegExp(`^ {2}${name} +${initial} +\\S`, 'm'))
  }
})
