// All names of keys and channels. The names of a session are derived from its id and share one hash tag, so they are on one node. A script
// gets the name of the key `meta`, and derives the other names from it. In a Cluster, it also gets other names (redis/commands.ts).

export interface SessionKeys {
  meta: string
  index: string
  log: string
  shots: string
  rules: string
  /** Which browser has loaded the recorder. */
  recorder: string
  channel: string
  /** Announces each new version of the rules to requests that are held for it. */
  rulesChannel: string
  entryPrefix: string
  messagesPrefix: string
  shotPrefix: string
  stagedPrefix: string
}

export function keysOf (session: string): SessionKeys {
  const base = baseOf(session)
  return {
    meta: base + 'meta',
    index: base + 'index',
    log: base + 'log',
    shots: base + 'shots',
    rules: base + 'rules',
    recorder: base + 'recorder',
    channel: base + 'events',
    rulesChannel: base + 'rules-told',
    entryPrefix: base + 'entry:',
    messagesPrefix: base + 'messages:',
    shotPrefix: base + 'shot:',
    stagedPrefix: base + 'staged:'
  }
}

/** The keys of a script that writes, meta first. */
export function writtenKeys ({ meta, index, log, shots, rules }: SessionKeys): string[] {
  return [meta, index, log, shots, rules]
}

/** A replica has fewer than 2^15 viewers: it accepts at most 20,000 connections. */
export const VIEWER_DIGITS = 15

/** Channels without messages, one for each binary digit of the number of viewers: see live/headcount.ts. */
export function viewerChannels (session: string): string[] {
  return Array.from({ length: VIEWER_DIGITS }, (_, digit) => `${baseOf(session)}viewers:${digit}`)
}

/** The counter of an address's requests. It belongs to no session. */
export function rateKey (address: string): string {
  return `capture:rate:${address}`
}

function baseOf (session: string): string {
  return `capture:{${PLAIN.test(session) ? session : escape(session)}}:`
}

const PLAIN = /^[A-Za-z0-9_.~-]+$/

// Percent-encoded byte by byte, so that no id can close the hash tag or contain characters that a shell would change.
function escape (session: string): string {
  return session.replace(/[^A-Za-z0-9_.~-]+/g, other =>
    Buffer.from(other).toString('hex').toUpperCase().replace(/../g, '%$&'))
}
