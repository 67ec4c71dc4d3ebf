// What Prometheus reads of this replica. The parts of the service count for themselves, in plain numbers, and know nothing of this
// room: it reads them when Prometheus asks. A registry for each app, never prom-client's global one.
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Durations } from '../durations.js'
import type { Feed } from '../live/feed.js'
import type { Hub } from '../live/hub.js'
import type { ViewerTally } from '../live/viewer-tally.js'
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
}

// prom-client measures the lag of the event loop with a timer of this period, and shows no less than that. Its own 10 ms would wake an
// idle process twice as often.
const LAG_TIMER_MS = 20

export class Metrics {
  private readonly registry = new Registry()

  constructor (sources: MetricSources) {
    const readings = new Readings(this.registry)
    readings.gauges('earshot_build_info', 'The version that runs; always 1', 'version', () => ({ [sources.version]: 1 }))
    readRequests(readings, sources)
    readStores(readings, sources)
    readViewers(readings, sources)
    readRedis(readings, sources)
    // They measure the process, as long as it lives: prom-client has no way to stop them.
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: LAG_TIMER_MS })
    // They are named like counters but are none, and each of them lists every open connection at every scrape.
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
    'From the head of a request to the end of its reply; WebSockets are in it only where they are refused', ['method', 'route', 'status'], requests)
}

function readStores (readings: Readings, { entries, screenshots, pushes }: MetricSources): void {
  readings.counters('earshot_pushes_total', 'Pushes: created, updated, ignored because they came late, or refused, by error code', 'outcome',
    () => ({ ...entries.tally.pushes, ...pushes.refused }))
  readings.counter('earshot_push_body_bytes_total', 'Bytes of the bodies of pushes', () => pushes.bodyBytes)
  readings.counter('earshot_entries_evicted_total', 'Entries that made room for others', () => entries.tally.evicted)
  readings.counter('earshot_entries_evicted_bytes_total', 'Bytes of entries that made room for others', () => entries.tally.evictedBytes)
  readings.counter('earshot_screenshots_uploaded_total', 'Screenshots stored', () => screenshots.tally.uploaded)
}

function readViewers (readings: Readings, { hub, feed, viewers }: MetricSources): void {
  readings.gauge('earshot_viewers', 'Viewers connected', () => hub.viewers)
  readings.gauge('earshot_sessions_watched', 'Sessions that have viewers', () => hub.sessions)
  readings.counters('earshot_viewer_joins_total', 'Viewers: new, resumed, or relisted, where what they had seen last is not known', 'kind',
    () => viewers.joins)
  readings.counters('earshot_viewers_closed_total',
    'Viewers sent away: slow or vanished, to list anew (resync), because they could not join without Redis (unavailable), or by a shutdown', 'reason',
    () => viewers.closed)
  readings.counter('earshot_events_delivered_total', 'Changes sent to viewers, counted for each viewer', () => viewers.delivered)
  readings.counter('earshot_events_delivered_bytes_total', 'Bytes of changes sent to viewers', () => viewers.deliveredBytes)
  readings.counter('earshot_catch_ups_total', 'Times a change may have been missed, and the change log told', () => feed.tally.catchUps)
  readings.counter(
    'earshot_resyncs_total',
    'Times the change log could not tell, and all viewers of a session were sent to list anew',
    () => feed.tally.resyncs
  )
}

function readRedis (readings: Readings, { redis }: MetricSources): void {
  readings.gauges('earshot_redis_up', 'Whether the connections to Redis stand', 'connection',
    () => ({ commands: Number(redis.commands.status === 'ready'), subscriptions: Number(redis.subscriber.up) }))
  readings.counters('earshot_redis_reconnects_total', 'Times a connection to Redis came back', 'connection',
    () => ({ commands: redis.tally.reconnects, subscriptions: redis.subscriber.tally.reconnects }))
  readings.histogram(
    'earshot_redis_round_trip_seconds', 'From asking Redis to its answer or failure, by script or command', ['command'], redis.roundTrips
  )
}
