import t from 'tap'
import { keysOf, viewerChannels } from '../../src/store/keys.js'

t.test('all keys of a session share its hash tag', async t => {
  const keys = keysOf('sess-0123456.~_')
  t.same(keys, {
    meta: 'capture:{sess-0123456.~_}:meta',
    index: 'capture:{sess-0123456.~_}:index',
    log: 'capture:{sess-0123456.~_}:log',
    shots: 'capture:{sess-0123456.~_}:shots',
    rules: 'capture:{sess-0123456.~_}:rules',
    recorder: 'capture:{sess-0123456.~_}:recorder',
    channel: 'capture:{sess-0123456.~_}:events',
    rulesChannel: 'capture:{sess-0123456.~_}:rules-told',
    entryPrefix: 'capture:{sess-0123456.~_}:entry:',
    messagesPrefix: 'capture:{sess-0123456.~_}:messages:',
    shotPrefix: 'capture:{sess-0123456.~_}:shot:',
    stagedPrefix: 'capture:{sess-0123456.~_}:staged:'
  })
  t.equal(viewerChannels('sess-0123456.~_')[3], 'capture:{sess-0123456.~_}:viewers:3')
})

t.test('percent-encodes characters that could break the hash tag or a shell', async t => {
  t.equal(keysOf("}{:% '*!()\n").meta, 'capture:{%7D%7B%3A%25%20%27%2A%21%28%29%0A}:meta')
  t.equal(keysOf('é中👍').meta, 'capture:{%C3%A9%E4%B8%AD%F0%9F%91%8D}:meta')
  t.not(keysOf('a%7D').meta, keysOf('a}').meta)
})
