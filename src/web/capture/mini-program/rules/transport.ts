// Asks the service for rules. These requests and the pushes together take at most two of the requests that may run at once.
import type { RulesAnswer, RulesTransport } from '../../core/rules/transport.js'
import type { MiniTransport } from '../transport.js'

export class MiniRulesTransport implements RulesTransport {
  constructor (private readonly transport: MiniTransport) {}

  ask ({ after }: { after?: string }): { answer: Promise<RulesAnswer>, cancel (): void } {
    let cancel = () => {}
    const answer = new Promise<RulesAnswer>((resolve, reject) => {
      cancel = () => reject(new Error('canceled'))
      this.transport.get('/capture/rules', after === undefined ? '' : `&after=${encodeURIComponent(after)}`).then(resolve, reject)
    })
    return { answer, cancel: () => cancel() }
  }

  async body (ruleId: string, stored: string): Promise<Uint8Array<ArrayBuffer>> {
    const path = `/capture/rules/${encodeURIComponent(ruleId)}/body`
    const { status, data } = await this.transport.get(path, `&stored=${encodeURIComponent(stored)}`, 'arraybuffer')
    if (status !== 200 || !(data instanceof ArrayBuffer)) throw new Error(`the service answered ${status}`)
    return new Uint8Array(data)
  }
}
