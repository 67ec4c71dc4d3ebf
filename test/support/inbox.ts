// A listener that records announcements, and can wait for them.
import type { Announcement, HubListener } from '../../src/live/hub.js'

export interface Told { type: string, data: { requestId: string, id: string, response: string } }

export class Inbox implements HubListener {
  readonly received: Announcement[] = []
  readonly dropped: Promise<number>
  private tell: (code: number) => void = () => {}
  private waiting: (() => void)[] = []

  constructor () {
    this.dropped = new Promise(resolve => { this.tell = resolve })
  }

  receive (announcement: Announcement) {
    this.received.push(announcement)
    for (const check of this.waiting) check()
  }

  disconnect (code: number) { this.tell(code) }

  async has (count: number): Promise<Told[]> {
    await new Promise<void>(resolve => {
      const check = () => { if (this.received.length >= count) resolve() }
      this.waiting.push(check)
      check()
    })
    return this.received.map(({ text }) => JSON.parse(text.toString()) as Told)
  }
}
