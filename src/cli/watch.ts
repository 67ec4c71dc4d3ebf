// earshot watch: a viewer in the terminal, one line per request; a pending line is rendered again in place when the response
// arrives.
import { Command } from 'commander'
import { once } from 'node:events'
import type { Codes } from '../exchange/outcome.js'
import type { FeedUpdate } from '../web/feed/session-feed.js'
import { colorsFor } from './colors.js'
import { EntryLines } from './entry-lines.js'
import { reasonOf } from './failure.js'
import { filterOption, readFilter, textOption } from './filter-option.js'
import { listen } from './listening.js'
import { MessageFilter } from './message-filter.js'
import { MessageLines } from './message-lines.js'
import { okCodesOption } from './ok-codes.js'
import { jsonOption, readLast, urlOption } from './options.js'
import { Service } from './service.js'
import { readSession } from './session-id.js'

interface Options {
  url: string
  filter?: string[]
  text?: string[]
  okCodes?: Codes
  bodies?: boolean
  messages?: boolean
  json?: boolean
  last: number
}

export function watchCommand (): Command {
  return new Command('watch')
    .description('Show the requests of a session as they come, one line each.')
    .argument('<session>', 'id of the session, 15 characters; it need not exist yet')
    .addOption(filterOption())
    .addOption(textOption())
    .addOption(okCodesOption())
    .option('-b, --bodies', 'show the bodies under each request')
    .option('-m, --messages', 'show the messages of WebSockets and other streams as they come')
    .option('-n, --last <count>', 'show this many of the newest recorded requests at the start', readLast, 10)
    .addOption(jsonOption())
    .addOption(urlOption())
    .addHelpText('after', `
It runs until Ctrl-C. If the service is unavailable, it says so, and reconnects by itself; requests that came meanwhile are shown, unless
the session has evicted them.

Examples:
  $ earshot watch my-test-session
  $ earshot watch my-test-session --filter 'status:>=400 -path:/health' --bodies
  $ earshot watch my-test-session --filter 'via:websocket' --messages
  $ earshot watch my-test-session --json | jq 'select(.data.timeConsuming > 1000) | .data.api'
`)
    .action(watch)
}

async function watch (given: string, options: Options): Promise<void> {
  const { url, okCodes: codes, bodies = false, messages = false, json = false, last } = options
  const session = readSession(given)
  const service = new Service(url)
  const faint = colorsFor(process.stderr).faint
  const say = (sentence: string) => { process.stderr.write(`${faint(sentence)}\n`) }
  const wanted = readFilter(options, { looksAtOne: true })
  const read = async (id: string, after: number) => await listening.feed.messages(id, { after })
  const filter = wanted.needsMessages && new MessageFilter(wanted, {
    entry: id => listening.feed.entry(id),
    entries: () => listening.feed.entries(),
    read,
    onMatch: entry => { lines.matched(entry) },
    onError: error => { fail(error) }
  })
  const matches = filter ? filter.wanted : wanted
  const lines = new EntryLines({ matches, codes, bodies, json })
  say(`Watching session ${session} at ${service.url}; Ctrl-C stops watching.`)
  const changed = filter ? afterMessages(filter, change => tell(change)) : (change: FeedUpdate) => tell(change)
  const listening = listen(service, session, { changed, say: sentence => lines.say(sentence) })
  const { feed, refused } = listening
  let isFirst = true
  let fail: (error: unknown) => void = () => {}
  const failed = new Promise<never>((_resolve, reject) => { fail = reject })
  const messageLines = messages && new MessageLines({
    entry: id => feed.entry(id),
    entries: () => feed.entries(),
    matches,
    read,
    print: (entry, message) => { lines.message(entry, message) },
    onError: error => { lines.say(`The messages could not be read: ${reasonOf(error)}`) }
  })
  try {
    await Promise.race([refused, failed, once(process, 'SIGINT'), once(process, 'SIGTERM')])
  } finally {
    feed.close()
    lines.close()
  }

  function tell (change: FeedUpdate): void {
    try {
      if (change.type === 'listed') list()
      else if (change.type !== 'listing') lines.change(change)
      if (messageLines) messageLines.changed(change)
    } catch (error) {
      // A regular expression of the filter took too long.
      fail(error)
    }
  }

  function list (): void {
    lines.listed(feed.entries(), isFirst ? last : Infinity)
    if (isFirst && feed.size === 0) lines.say(`No requests yet. To connect an app, open ${service.page(session)}`)
    isFirst = false
  }
}

/** The messages that the filter needs are read before a change is printed. */
function afterMessages (filter: MessageFilter, tell: (change: FeedUpdate) => void): (change: FeedUpdate) => void {
  let printed = Promise.resolve()
  return change => {
    const messagesRead = filter.changed(change)
    printed = printed.then(async () => {
      await messagesRead
      tell(change)
    })
  }
}
