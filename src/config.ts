// Turns the environment into a Config, and makes the text of --help. The table of the settings is in settings/settings.ts; rules that
// involve several settings are here.
import { isLoopback, isLoopbackAddress } from './exchange/loopback.js'
import { readValues, SETTINGS, type Values } from './settings/settings.js'

type RedisKeys = 'redisUrl' | 'redisCluster' | 'redisSentinels' | 'redisSentinelName'

export interface Config extends Omit<Values, RedisKeys | 'rules'> {
  /** Whether sessions have rules. `local`: they have, only because the service listens on loopback. */
  rules: 'on' | 'local' | 'off'
  /** If undefined, the service starts a private Redis, with its files in dataDir. */
  redis: RedisAddress | undefined
}

/** `url` may be the path of a socket. Nodes and sentinels are `host:port`, or URLs if they have credentials or TLS. */
export type RedisAddress =
  { kind: 'single', url: string } |
  { kind: 'sentinel', sentinels: string[], name: string } |
  { kind: 'cluster', nodes: string[] }

/** Throws with one line that names the setting and says what it must be. An empty value counts as none. */
export function readConfig (env: NodeJS.ProcessEnv): Config {
  const { redisUrl, redisCluster, redisSentinels, redisSentinelName, ...values } = readValues(env)
  for (const [name, tokens] of [['VIEW_TOKENS', values.viewTokens], ['RULE_TOKENS', values.ruleTokens]] as const) {
    if (!values.pushTokens.some(token => tokens.includes(token))) continue
    throw new Error(`PUSH_TOKENS and ${name} must not share a token: give each its own, so that apps may only push`)
  }
  return { ...values, rules: rulesOf(values), redis: redisAddress({ redisUrl, redisCluster, redisSentinels, redisSentinelName }) }
}

// A person who can write rules can change what an app does. So nobody may write rules without a token, unless the operator permits it. A
// proxy may make a service public that listens on loopback.
function rulesOf ({ rules, viewTokens, ruleTokens, host, trustProxy, basePath }: Omit<Values, RedisKeys>): Config['rules'] {
  if (rules !== 'auto') return rules
  if (viewTokens.length + ruleTokens.length > 0) return 'on'
  return listensOnLoopback(host) && trustProxy === false && basePath === '' ? 'local' : 'off'
}

/** Whether only programs of this machine can connect to a service with this HOST. */
export function listensOnLoopback (host: string): boolean {
  return isLoopback(host.toLowerCase()) || isLoopbackAddress(host)
}

/** The table of settings for a terminal. */
export function helpText (): string {
  const row = (name: string, initial: string, meaning: string) => `  ${name.padEnd(20)}${initial.padEnd(11)}${meaning}`
  const rows = Object.values(SETTINGS).map(
    setting => row(setting.name, setting.default || 'none', `${setting.meaning} (${setting.mustBe})`)
  )
  return ['Earshot: records the HTTP requests of apps and shows them live to everybody who watches.', '',
    'Settings, from the environment:', '', row('name', 'default', 'meaning'), ...rows, ''].join('\n')
}

function redisAddress ({ redisUrl, redisCluster, redisSentinels, redisSentinelName }: Pick<Values, RedisKeys>): RedisAddress | undefined {
  if ([redisUrl, redisCluster, redisSentinels].filter(given => given.length > 0).length > 1) {
    throw new Error('REDIS_URL, REDIS_CLUSTER and REDIS_SENTINELS exclude one another: set only one of them')
  }
  if (redisCluster.length > 0) return { kind: 'cluster', nodes: redisCluster }
  if (redisSentinels.length > 0) return { kind: 'sentinel', sentinels: redisSentinels, name: redisSentinelName }
  return redisUrl ? { kind: 'single', url: redisUrl } : undefined
}
