// The metrics of this replica for Prometheus. The parts of the service count in plain numbers, and do not know this folder: it reads
// their numbers when Prometheus scrapes. Each `Metrics` object has its own registry; prom-client's global registry is never used.
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Durations } from '../durations.js'
import type { Feed } from '../live/feed.js'
import type { Hub } from '../live/hub.js'
import type { ViewerTally } from '../live/viewer-tally.js'
import type { HeldRequests } from '../live/held-requests.js'
import type { RedisConnections } from '../redis/connections.js'
import type { EntryStore } from '../store/entries.js'
import type { ScreenshotStore } from '../store/screenshots.js'
import { Readings } from './readings.js'

/** The parts that count. */
export interface MetricSources {
  version: string
  /** By method, route and status. */
  requests: Durations
  redis: RedisConnections
  entries: EntryStore
  screenshots: ScreenshotStore
  pushes: { readonly bodyBytes: number, readonly refused: Record<string, number> }
  hub: Hub
  feed: Feed
  viewers: ViewerTally
  held: HeldRequests
  ruleWrites: { readonly stored: number, readonly conflict: number, readonly refused: number }
}

// prom-client measures the lag of the event loop with a timer of this period, and cannot show a smaller lag. Its default of 10 ms would
// wake an idle process twice as often.
const LAG_TIMER_MS = 20

export class Metrics {
  private readonly registry = new Registry()

  constructor (sources: MetricSources) {
    const readings = new Readings(this.registry)
    readings.gauges('earshot_build_info', 'Always 1; the label is the running version', 'version', () => ({ [sources.version]: 1 }))
    readRequests(readings, sources)
    readStores(readings, sources)
    readViewers(readings, sources)
    readRules(readings, sources)
    readRedis(readings, sources)
    // These metrics measure the process until it ends: prom-client has no way to stop them.
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: LAG_TIMER_MS })
    // nodejs_active_* have names like counters but are not counters, and each lists every open connection at every scrape.
    for (const { name } of this.registry.getMetricsAsArray()) {
      if (name.startsWith('nodejs_active_')) this.registry.removeSingleMetric(name)
    }
  }

  get contentType (): string {
    return this.registry.contentType
  }

  /** In Prometheus's text format. */
  expose (): Promise<string> {
    return this.registry.metrics()
  }
}

function readRequests (readings: Readings, { requests }: MetricSources): void {
  readings.histogram('earshot_http_request_duration_seconds',
    'Time from the headers of a request to the end of its response; includes WebSockets only if they were refused',
    ['method', 'route', 'status'], requests)
}

function readStores (readings: Readings, { entries, screenshots, pushes }: MetricSources): void {
  readings.counters('earshot_pushes_total', 'Pushes by outcome: created, updated, ignored (too late), or an error code', 'outcome',
    () => ({ ...entries.tally.pushes, ...pushes.refused }))
  readings.counter('earshot_push_body_bytes_total', 'Size of all push bodies, in bytes', () => pushes.bodyBytes)
  readings.counter('earshot_entries_evicted_total', 'Evicted entries', () => entries.tally.evicted)
  readings.counter('earshot_entries_evicted_bytes_total', 'Size of evicted entries, in bytes', () => entries.tally.evictedBytes)
  readings.counters('earshot_messages_total', 'Messages of streams: stored, and dropped because newer ones needed their room', 'outcome',
    () => ({ ...entries.messages.tally }))
  readings.counter('earshot_screenshots_uploaded_total', 'Screenshots stored', () => screenshots.tally.uploaded)
}

function readViewers (readings: Readings, { hub, feed, viewers }: MetricSources): void {
  readings.gauge('earshot_viewers', 'Viewers connected', () => hub.viewers)
  readings.gauge('earshot_sessions_watched', 'Sessions that have viewers', () => hub.sessions)
  readings.counters('earshot_viewer_joins_total', 'Viewers that joined: new, resumed, or relisted (the log was too short)', 'kind',
    () => viewers.joins)
  readings.counters('earshot_viewers_closed_total',
    'Connections to viewers that this replica closed: slow, vanished, must list again (resync), unavailable, or shutdown', 'reason',
    () => viewers.closed)
  readings.counter('earshot_events_delivered_total', 'Changes sent to viewers, counted for each viewer', () => viewers.delivered)
  readings.counter('earshot_events_delivered_bytes_total', 'Bytes of changes sent to viewers', () => viewers.deliveredBytes)
  readings.counter('earshot_catch_ups_total', 'Reads of the change log because a change might have been missed', () => feed.tally.catchUps)
  readings.counter(
    'earshot_resyncs_total',
    'How often the change log could not help, and all viewers of a session had to list the entries again',
    () => feed.tally.resyncs
  )
}

function readRules (readings: Readings, { entries, held, ruleWrites }: MetricSources): void {
  readings.counter('earshot_ruled_pushes_total', 'Pushes that say that a rule applied to their request', () => entries.tally.ruled)
  readings.counters('earshot_rule_writes_total', 'Writes of rules: stored, based on an older version (conflict), or not valid (refused)',
    'outcome', () => ({ ...ruleWrites }))
  readings.gauge('earshot_rules_held', 'Requests of apps that wait for new rules', () => held.tally.held)
  readings.counter('earshot_rules_not_held_total', 'Requests that could not wait for new rules, because too many waited',
    () => held.tally.refused)
}

function readRedis (readings: Readings, { redis }: MetricSources): void {
  readings.gauges('earshot_redis_up', '1 if the connection to Redis is up, else 0', 'connection',
    () => ({ commands: Number(redis.commands.status === 'ready'), subscriptions: Number(redis.subscriber.up) }))
  readings.counters('earshot_redis_reconnects_total', 'How often a connection to Redis was re-established', 'connection',
    () => ({ commands: redis.tally.reconnects, subscriptions: redis.subscriber.tally.reconnects }))
  readings.histogram(
    'earshot_redis_round_trip_seconds', 'Time from a command to Redis to its reply or failure, by command', ['command'], redis.roundTrips
  )
}
