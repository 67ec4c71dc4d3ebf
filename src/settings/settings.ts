// The one table of settings. --help and the type Config are derived from it, and a test compares docs/settings.md with it.
// A new setting needs one row here, one row in docs/settings.md, and one line in docker-compose.yml (a test checks that file, too).
import {
  anyText, delay, duration, listOf, mountPath, offOr, oneOf, proxies, size, starOr, textLike, wholeNumber, type SettingKind
} from './kinds.js'

interface Setting<Value> extends SettingKind<Value> {
  /** The name of the environment variable. */
  name: string
  /** In the form of the environment variable; '' if there is no default. */
  default: string
  meaning: string
  /** Whether the value is, or may contain, a password or a token: no message repeats it. */
  secret?: true
}

// Refuses words that mean yes or no in other settings: here they would be read as a token or a name, and protect nothing.
const NO_WORD = '(?!(on|off|true|false|yes|no|none|all)$)'
const NOT_A_WORD = ', but not a word such as on, off or none'

const tokens = listOf(RegExp(`^${NO_WORD}[A-Za-z0-9._~+/=-]+$`),
  `tokens of letters, digits and . _ ~ + / = - with commas between them${NOT_A_WORD}`)
const origins = listOf(/^([a-z][a-z0-9+.-]*:\/\/(\*\.)?[^\s,/*?#@\\]+|null)$/, 'origins separated by commas, such as https://app.example.com,https://*.example.org')
const names = listOf(RegExp(`^${NO_WORD}[^\\s,]+$`), `names with commas between them, such as default,x-api-key${NOT_A_WORD}`)
// Refuses an unescaped / ? # in a password: the text after it would be treated as the host, and appear in errors.
const redisUrl = textLike(
  /^$|^\/.|^rediss?:\/\/([^/?#\s]*@)?([^:@/?#\s]*|\[[0-9a-fA-F:.]+\])(:[0-9]{1,5})?(\/[0-9]*)?(\?[^=@#\s]+=[^#\s]*)?$/,
  'redis://host:port, redis://user:password@host:port, the same with rediss://, or the path of a socket, which begins with /; ' +
    'write / ? # in a password as %2F %3F %23')
const redisNodes = listOf(/^(rediss?:\/\/([^@/?#,\s]*@)?)?([^:@/?#,\s]+|\[[0-9a-fA-F:]+\]):[0-9]{1,5}$/,
  'host:port,host:port or redis://user:password@host:port,...')

export const SETTINGS = {
  host: { name: 'HOST', default: '127.0.0.1', meaning: 'address to listen on', ...anyText('an address or a host name') },
  port: { name: 'PORT', default: '3000', meaning: 'port to listen on; 0: any free one', ...wholeNumber(0, 65_535) },
  redisUrl: {
    name: 'REDIS_URL', default: '', meaning: 'the Redis to use; if not set, a private redis-server is started', ...redisUrl, secret: true
  },
  redisCluster: {
    name: 'REDIS_CLUSTER', default: '', meaning: 'nodes of a Redis Cluster, instead of REDIS_URL', ...redisNodes, secret: true
  },
  redisSentinels: {
    name: 'REDIS_SENTINELS', default: '', meaning: 'Sentinels to ask, instead of REDIS_URL', ...redisNodes, secret: true
  },
  redisSentinelName: {
    name: 'REDIS_SENTINEL_NAME', default: 'mymaster', meaning: 'name of the primary in the Sentinels', ...anyText('a name')
  },
  dataDir: { name: 'DATA_DIR', default: './data', meaning: 'where the private Redis keeps its files', ...anyText('a folder') },
  retentionMs: {
    name: 'RETENTION',
    default: '24h',
    meaning: 'how long a session is kept after its last write: at most this, and at least three quarters of it',
    ...duration('90s, 30m, 24h or 7d')
  },
  maxEntries: {
    name: 'MAX_ENTRIES', default: '2000', meaning: 'entries a session keeps; the oldest are evicted', ...wholeNumber(1, 1_000_000)
  },
  maxSessionBytes: {
    name: 'MAX_SESSION_BYTES',
    default: '64mb',
    meaning: 'bytes of entries that a session keeps, and as many bytes of screenshots; the oldest are evicted',
    ...size('500kb or 64mb')
  },
  maxMessages: {
    name: 'MAX_MESSAGES',
    default: '1000',
    meaning: 'messages that an entry keeps, together at most 1 MiB; the oldest are dropped',
    ...wholeNumber(1, 10_000)
  },
  bodyLimitBytes: {
    name: 'BODY_LIMIT', default: '8mb', meaning: 'largest body of a push, a batch or a recording', ...size('500kb or 8mb')
  },
  uploadLimitBytes: { name: 'UPLOAD_LIMIT', default: '10mb', meaning: 'largest screenshot', ...size('500kb or 10mb') },
  maxInflightBytes: {
    name: 'MAX_INFLIGHT_BYTES',
    default: '64mb',
    meaning: 'bytes of request bodies that a replica holds at one time; a request that does not fit gets a 503',
    ...size('500kb or 64mb')
  },
  pushTokens: {
    name: 'PUSH_TOKENS', default: '', meaning: 'tokens to push and upload; if not set, no token is needed', ...tokens, secret: true
  },
  viewTokens: {
    name: 'VIEW_TOKENS', default: '', meaning: 'tokens to list, watch and delete; if not set, no token is needed', ...tokens, secret: true
  },
  ruleTokens: {
    name: 'RULE_TOKENS',
    default: '',
    meaning: 'tokens to write rules, and also to list, watch and delete; if not set, VIEW_TOKENS applies',
    ...tokens,
    secret: true
  },
  rules: {
    name: 'RULES',
    default: 'auto',
    meaning: 'whether viewers may write rules for the requests of apps; auto: on if VIEW_TOKENS or RULE_TOKENS are set, or if HOST is ' +
      'loopback and neither TRUST_PROXY nor BASE_PATH is set; else off',
    ...oneOf('on', 'off', 'auto')
  },
  corsOrigins: { name: 'CORS_ORIGINS', default: '*', meaning: 'origins of web pages that may use the service', ...starOr(origins) },
  rateLimit: {
    name: 'RATE_LIMIT',
    default: 'off',
    meaning: 'requests per minute that one IP address may send, over all replicas',
    ...offOr(wholeNumber(1, 9_999_999))
  },
  trustProxy: { name: 'TRUST_PROXY', default: 'off', meaning: 'which proxies to trust for X-Forwarded-* headers', ...proxies },
  basePath: { name: 'BASE_PATH', default: '/', meaning: 'where the service is mounted', ...mountPath },
  redact: {
    name: 'REDACT',
    default: '',
    meaning: 'names of headers and keys (JSON, form, query, storage) whose values are never stored; "default" stands for the usual ones',
    ...names
  },
  drainDelayMs: {
    name: 'DRAIN_DELAY',
    default: '0s',
    meaning: 'how long a replica still serves after SIGTERM, while /readyz answers 503, before it closes',
    ...delay('0s, 5s or 1m')
  },
  logLevel: {
    name: 'LOG_LEVEL',
    default: 'info',
    meaning: 'how much is logged; debug logs every request',
    ...oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')
  }
} satisfies Record<string, Setting<unknown>>

/** The values of all settings, by the names that the code uses. */
export type Values = {
  [Key in keyof typeof SETTINGS]: Exclude<ReturnType<(typeof SETTINGS)[Key]['parse']>, undefined>
}

/** Throws with one line that names the setting, what it must be, and what it is. An empty value counts as none. */
export function readValues (env: NodeJS.ProcessEnv): Values {
  return Object.fromEntries(Object.entries(SETTINGS).map(([key, setting]) => [key, readValue(setting, env)])) as Values
}

function readValue (setting: Setting<unknown>, env: NodeJS.ProcessEnv): unknown {
  const text = env[setting.name]?.trim() || setting.default
  const value = setting.parse(text)
  if (value !== undefined) return value
  throw new Error(`${setting.name} must be ${setting.mustBe}${setting.secret ? '' : `; it is "${text}"`}`)
}
