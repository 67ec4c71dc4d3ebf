import t from 'tap'
import { Hub, type Announcement, type HubListener } from '../../src/live/hub.js'

class Recorder implements HubListener {
  readonly received: Announcement[] = []
  readonly dropped: number[] = []
  receive (announcement: Announcement) { this.received.push(announcement) }
  disconnect (code: number) { this.dropped.push(code) }
}

const news: Announcement = { rev: '1-0', prev: '0-0', text: Buffer.from('{}') }

t.test('only the listeners of a session receive its announcements', async t => {
  const hub = new Hub()
  const [a, b, other] = [new Recorder(), new Recorder(), new Recorder()]
  hub.add('s', a)
  hub.add('s', b)
  hub.add('other', other)
  hub.broadcast('s', news)
  hub.broadcast('nobody', news)
  t.same([a.received, b.received, other.received], [[news], [news], []])
  t.same([hub.viewers, hub.sessions], [3, 2])
})

t.test('remove() returns true only for the last listener of a session', async t => {
  const hub = new Hub()
  const [a, b] = [new Recorder(), new Recorder()]
  hub.add('s', a)
  hub.add('s', b)
  t.same([hub.remove('s', a), hub.remove('s', a), hub.remove('s', b), hub.remove('s', b)], [false, false, true, false])
})

t.test('dropping a session removes its listeners, and no others', async t => {
  const hub = new Hub()
  const [a, b] = [new Recorder(), new Recorder()]
  hub.add('s', a)
  hub.add('other', b)
  hub.disconnectSession('s', 1012)
  hub.broadcast('s', news)
  t.same([a.dropped, a.received, b.dropped], [[1012], [], []])
  hub.disconnectSession('s', 1012)
  hub.disconnectAll(1001)
  t.same([a.dropped, b.dropped], [[1012], [1001]])
})

t.test('a listener that leaves during a broadcast does not affect the others', async t => {
  const hub = new Hub()
  const a = new Recorder()
  const leaver: HubListener = { receive: () => { hub.remove('s', leaver) }, disconnect: () => {} }
  hub.add('s', leaver)
  hub.add('s', a)
  hub.broadcast('s', news)
  hub.broadcast('s', news)
  t.equal(a.received.length, 2)
})
