// The settings: names, defaults and meanings as --help prints them, and how the environment becomes a Config. The only
// reader of environment variables; a bad value is an error with one line that names it.
import { isIP } from 'node:net'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'

export interface Config {
  host: string
  port: number
  /** None: the service starts a private Redis, with its files in dataDir. */
  redis: RedisAddress | undefined
  dataDir: string
  retentionMs: number
  maxEntries: number
  maxSessionBytes: number
  bodyLimitBytes: number
  uploadLimitBytes: number
  /** Where there are none, anybody may. */
  pushTokens: string[]
  viewTokens: string[]
  /** Origins of web pages that may use the service; `*.` stands for any subdomain, `*` alone for every page. */
  corsOrigins: string[]
  /** Requests a minute for one address; undefined: as many as it likes. */
  rateLimit: number | undefined
  /** Whose X-Forwarded-* headers are believed: nobody's, anybody's, or those of some addresses. */
  trustProxy: boolean | string[]
  /** '' for the root, else without a slash at the end. */
  basePath: string
  /** Names whose values are never stored; `default` stands for the usual ones. */
  redact: string[]
  /** How long a replica that was told to end says so on /readyz before it closes. */
  drainDelayMs: number
  logLevel: string
}

/** `url` may be the path of a socket. Nodes and sentinels are `host:port`, or URLs where there are credentials or TLS. */
export type RedisAddress =
  { kind: 'single', url: string } |
  { kind: 'sentinel', sentinels: string[], name: string } |
  { kind: 'cluster', nodes: string[] }

const NODE = '(rediss?://([^@/,\\s]*@)?)?([^:@/,\\s]+|\\[[0-9a-fA-F:]+\\]):[0-9]{1,5}'
const NODES = list(NODE)
const SIZE = '^[1-9][0-9]{0,11}(b|kb|mb|gb)?$'
const DURATION = '^[1-9][0-9]{0,8}(s|m|h|d)$'
// What other settings say for yes and no would be taken for a token, or for a name, and protect nothing.
const NO_WORD = '(?!(on|off|true|false|yes|no|none|all)\\s*(,|$))'
const TOKENS = list(NO_WORD + '[A-Za-z0-9._~+/=-]+')
const ORIGIN = '([a-z][a-z0-9+.-]*://(\\*\\.)?[^\\s,/*?#]+|null)'
const NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

/** One string a setting, as the environment has it. */
export const ConfigSchema = Type.Object({
  HOST: setting('127.0.0.1', 'address to listen on', 'an address or a host name'),
  PORT: setting('3000', 'port to listen on; 0: any free one', 'a whole number from 0 to 65535',
    '^([0-9]{1,4}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$'),
  REDIS_URL: setting('', 'the Redis to use; none: a private redis-server is started',
    'redis://host:port, rediss://host:port or the path of a socket', '^$|^rediss?://.|^/.'),
  REDIS_CLUSTER: setting('', 'nodes of a Redis Cluster to use instead', 'host:port,host:port or redis://user:password@host:port,...', NODES),
  REDIS_SENTINELS: setting('', 'Sentinels to ask for the Redis to use instead',
    'host:port,host:port or redis://user:password@host:port,...', NODES),
  REDIS_SENTINEL_NAME: setting('mymaster', 'what the Sentinels call it', 'a name'),
  DATA_DIR: setting('./data', 'where the private Redis keeps its files', 'a folder'),
  RETENTION: setting('24h', 'how long a session lives after its last write', 'a time such as 90s, 30m, 24h or 7d', DURATION),
  MAX_ENTRIES: setting('2000', 'entries a session keeps; the oldest make room', 'a whole number from 1 to 9999999',
    '^[1-9][0-9]{0,6}$'),
  MAX_SESSION_BYTES: setting('64mb', 'bytes of entries, and of screenshots, a session keeps; likewise',
    'a size such as 500kb or 64mb', SIZE),
  BODY_LIMIT: setting('8mb', 'largest body of a push', 'a size such as 500kb or 8mb', SIZE),
  UPLOAD_LIMIT: setting('10mb', 'largest screenshot', 'a size such as 500kb or 10mb', SIZE),
  PUSH_TOKENS: setting('', 'who may push and upload; none: anybody', 'letters, digits and ._~+/=- , separated by commas', TOKENS),
  VIEW_TOKENS: setting('', 'who may list, watch and delete; none: anybody', 'letters, digits and ._~+/=- , separated by commas', TOKENS),
  CORS_ORIGINS: setting('*', 'origins of web pages that may use the service',
    '* or https://app.example.com,https://*.example.org,...', `^\\*$|${list(ORIGIN)}`),
  RATE_LIMIT: setting('off', 'requests a minute for one address', 'off or a whole number from 1 to 9999999', '^(off|[1-9][0-9]{0,6})$'),
  TRUST_PROXY: setting('off', 'whose X-Forwarded-* headers are believed',
    'off, on, or addresses such as 10.0.0.0/8,loopback,uniquelocal', list('[0-9A-Za-z.:/]+')),
  BASE_PATH: setting('/', 'where the service is mounted', 'a path such as /earshot, and none of the API',
    '^/(?!(capture|upload|ws|docs)(/|$))([A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*/?)?$'),
  REDACT: setting('', 'names of headers, JSON keys, form, query and storage keys whose values are never stored; default: the usual ones',
    'default or authorization,password,...', list(NO_WORD + '[^\\s,]+')),
  DRAIN_DELAY: setting('0s', 'how long /readyz says no before SIGTERM closes the replica', 'a time such as 0s, 5s or 1m', '^[0-9]{1,4}(s|m)$'),
  LOG_LEVEL: setting('info', 'how much is logged; debug logs every request',
    'fatal, error, warn, info, debug, trace or silent', '^(fatal|error|warn|info|debug|trace|silent)$')
})
type Settings = Static<typeof ConfigSchema>

/** Throws with one line that names the setting, what it must be, and what it is. An empty value counts as none. */
export function readConfig (env: NodeJS.ProcessEnv): Config {
  const settings = checked(env)
  return {
    host: settings.HOST,
    port: Number(settings.PORT),
    redis: redisAddress(settings),
    dataDir: settings.DATA_DIR,
    retentionMs: durationMs(settings.RETENTION),
    maxEntries: Number(settings.MAX_ENTRIES),
    maxSessionBytes: sizeBytes(settings.MAX_SESSION_BYTES),
    bodyLimitBytes: sizeBytes(settings.BODY_LIMIT),
    uploadLimitBytes: sizeBytes(settings.UPLOAD_LIMIT),
    ...tokens(settings),
    corsOrigins: items(settings.CORS_ORIGINS),
    rateLimit: settings.RATE_LIMIT === 'off' ? undefined : Number(settings.RATE_LIMIT),
    trustProxy: trustProxy(settings.TRUST_PROXY),
    basePath: settings.BASE_PATH.replace(/\/$/, ''),
    redact: items(settings.REDACT),
    drainDelayMs: durationMs(settings.DRAIN_DELAY),
    logLevel: settings.LOG_LEVEL
  }
}

/** The table of settings for a terminal. */
export function helpText (): string {
  const row = (name: string, initial: string, meaning: string) => `  ${name.padEnd(20)}${initial.padEnd(11)}${meaning}`
  const rows = Object.entries(ConfigSchema.properties).map(([name, schema]) =>
    row(name, schema.default || 'none', `${schema.description} (${schema.title})`))
  return ['Earshot: records the HTTP requests of apps and shows them live to whoever watches.', '',
    'Settings, from the environment:', '', row('name', 'default', 'meaning'), ...rows, ''].join('\n')
}

// `title` says what a value must be.
function setting (initial: string, description: string, title: string, pattern = '.') {
  const options = { default: initial, description, title, pattern }
  return Object.assign(Type.String(), options)
}

function checked (env: NodeJS.ProcessEnv): Settings {
  const settings: Record<string, string> = {}
  for (const [name, schema] of Object.entries(ConfigSchema.properties)) {
    const value = env[name]?.trim() || schema.default
    // An address may hold a password: neither that nor a token is ever repeated.
    const found = /^REDIS_|_TOKENS$/.test(name) ? '' : `; it is "${value}"`
    if (!Value.Check(schema, value)) throw new Error(`${name} must be ${schema.title}${found}`)
    settings[name] = value
  }
  return Value.Parse(ConfigSchema, settings)
}

function redisAddress (settings: Settings): RedisAddress | undefined {
  const { REDIS_URL: url, REDIS_CLUSTER: cluster, REDIS_SENTINELS: sentinels, REDIS_SENTINEL_NAME: name } = settings
  if ([url, cluster, sentinels].filter(Boolean).length > 1) {
    throw new Error('REDIS_URL, REDIS_CLUSTER and REDIS_SENTINELS exclude one another: set one of them')
  }
  if (cluster) return { kind: 'cluster', nodes: items(cluster) }
  if (sentinels) return { kind: 'sentinel', sentinels: items(sentinels), name }
  return url ? { kind: 'single', url } : undefined
}

function tokens (settings: Settings): Pick<Config, 'pushTokens' | 'viewTokens'> {
  const pushTokens = items(settings.PUSH_TOKENS)
  const viewTokens = items(settings.VIEW_TOKENS)
  if (pushTokens.some(token => viewTokens.includes(token))) {
    throw new Error('PUSH_TOKENS and VIEW_TOKENS must not share a token: one that views never permits a push')
  }
  return { pushTokens, viewTokens }
}

function trustProxy (text: string): Config['trustProxy'] {
  if (text === 'off' || text === 'on') return text === 'on'
  const proxies = items(text)
  if (proxies.every(isProxy)) return proxies
  throw new Error(`TRUST_PROXY must be ${ConfigSchema.properties.TRUST_PROXY.title}; it is "${text}"`)
}

function isProxy (text: string): boolean {
  if (NETWORKS.includes(text)) return true
  const [address = '', bits = '0'] = text.split('/')
  return Number(bits) <= { 0: -1, 4: 32, 6: 128 }[isIP(address) as 0 | 4 | 6]
}

// The pattern of a list that may be empty, and its items.
function list (item: string): string {
  return `^(${item}(\\s*,\\s*${item})*)?$`
}

function items (text: string): string[] {
  return text === '' ? [] : text.split(/\s*,\s*/)
}

const UNIT_BYTES = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 } as const
const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

function sizeBytes (text: string): number {
  return amount(text, UNIT_BYTES, 'b')
}

function durationMs (text: string): number {
  return amount(text, UNIT_MS, 's')
}

function amount<Unit extends string> (text: string, units: Record<Unit, number>, none: Unit): number {
  const unit = (Object.keys(units) as Unit[]).find(name => name === text.replace(/^[0-9]+/, '')) ?? none
  return Number.parseInt(text) * units[unit]
}
