// What Prometheus reads of this replica. The parts of the service count for themselves, in plain numbers; only durations are
// noted here as they come. A registry for each app, never prom-client's global one.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Feed } from '../live/feed.js'
import type { Hub } from '../live/hub.js'
import type { ViewerTally } from '../live/viewer-tally.js'
import type { EntryStore } from '../store/entries.js'
import type { RedisConnections } from '../redis/connections.js'
import type { ScreenshotStore } from '../store/screenshots.js'
import type { PushTally } from './push-tally.js'
import { Readings } from './readings.js'
import { VERSION } from '../http/version.js'

/** The parts that count. */
export interface MetricSources {
  redis: RedisConnections
  entries: EntryStore
  screenshots: ScreenshotStore
  pushes: PushTally
  hub: Hub
  feed: Feed
  viewers: ViewerTally
}

export const METRICS_PATH = '/metrics'

const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const REDIS_BUCKETS = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
// The lag of the event loop is what this timer takes, and so never less. prom-client's own 10 wake an idle process twice as often.
const LAG_TIMER_MS = 20

export class Metrics {
  private readonly registry = new Registry()

  private readonly requests = new Histogram({
    name: 'earshot_http_request_duration_seconds',
    help: 'From the head of a request to the end of its reply; WebSockets are in it only where they are refused',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_BUCKETS,
    registers: [this.registry]
  })

  private readonly roundTrips = new Histogram({
    name: 'earshot_redis_round_trip_seconds',
    help: 'From asking Redis to its answer or failure, by script or command',
    labelNames: ['command'],
    buckets: REDIS_BUCKETS,
    registers: [this.registry]
  })

  constructor (sources: MetricSources) {
    const readings = new Readings(this.registry)
    readings.gauges('earshot_build_info', 'The version that runs; always 1', 'version', () => ({ [VERSION]: 1 }))
    readStores(readings, sources)
    readViewers(readings, sources)
    readRedis(readings, sources)
    // Of the process, and for as long as that lives: prom-client has no way to end what they start.
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: LAG_TIMER_MS })
    // Named like counters, which they are not, and each lists every open connection at every scrape.
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

  /** For onResponse. */
  readonly noteRequest = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    // The pattern, not the URL: of those there is no end.
    const route = request.routeOptions.url ?? 'unmatched'
    if (route !== METRICS_PATH) {
      this.requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    }
    done()
  }

  readonly noteRoundTrip = (command: string, seconds: number): void => {
    this.roundTrips.observe({ command }, seconds)
  }
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
  readings.counter('earshot_resyncs_total', 'Times the change log could not tell, and all viewers of a session were sent to list anew', () => feed.tally.resyncs)
}

function readRedis (readings: Readings, { redis }: MetricSources): void {
  readings.gauges('earshot_redis_up', 'Whether the connections to Redis stand', 'connection',
    () => ({ commands: Number(redis.commands.status === 'ready'), subscriptions: Number(redis.subscriber.up) }))
  readings.counters('earshot_redis_reconnects_total', 'Times a connection to Redis came back', 'connection',
    () => ({ commands: redis.tally.reconnects, subscriptions: redis.subscriber.tally.reconnects }))
}
