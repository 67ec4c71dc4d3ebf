// Requests the rules from the service, over a connection of its own: the service may hold such a request for a while (long polling), and
// pushes must not wait for that. The connection never keeps the process alive for long.
import type { RulesAnswer, RulesTransport } from '../../core/rules/transport.js'
import type { CaptureOptions } from '../../core/options.js'
import { leaveUnrecorded } from '../http-client.js'
import { later, never, ownClient, type OwnClient } from '../natives.js'
import { serviceAddress } from '../transport.js'

// While a socket connects, it keeps the process alive, even after `unref()`.
const CONNECT_MS = 2000
/** Longer than the service holds a request. */
const ANSWER_MS = 40_000
const MAX_BYTES = 4 * 1024 * 1024

interface Reply { answer: RulesAnswer, bytes: Buffer }

export class NodeRulesTransport implements RulesTransport {
  private readonly client: OwnClient

  /** `heard`: called after each answer. */
  constructor (private readonly options: Pick<CaptureOptions, 'url' | 'session' | 'token'>, private readonly heard: () => void) {
    this.client = ownClient(new URL(options.url).protocol === 'https:')
  }

  ask ({ after, waitSeconds }: { after?: string, waitSeconds?: number }): { answer: Promise<RulesAnswer>, cancel (): void } {
    const address = serviceAddress(this.options, '/capture/rules')
    if (after !== undefined) address.searchParams.set('after', after)
    if (waitSeconds !== undefined) address.searchParams.set('wait', `${waitSeconds}`)
    const { reply, cancel } = this.get(address)
    return { answer: reply.then(({ answer }) => answer), cancel }
  }

  async body (ruleId: string, stored: string): Promise<Uint8Array<ArrayBuffer>> {
    const address = serviceAddress(this.options, `/capture/rules/${encodeURIComponent(ruleId)}/body`)
    address.searchParams.set('stored', stored)
    const { answer, bytes } = await this.get(address).reply
    if (answer.status !== 200) throw new Error(`the service answered ${answer.status}`)
    return new Uint8Array(bytes)
  }

  close (): void {
    this.client.agent.destroy()
  }

  private get (address: URL): { reply: Promise<Reply>, cancel: () => void } {
    let cancel = () => {}
    const reply = new Promise<Reply>((resolve, reject) => {
      const request = this.client.ask(address, { method: 'GET', agent: this.client.agent })
      leaveUnrecorded(request)
      cancel = () => { request.destroy(new Error('canceled')) }
      const connecting = later(() => { request.destroy(new Error('the service cannot be reached')) }, CONNECT_MS).unref()
      const answering = later(() => { request.destroy(new Error('the service does not answer')) }, ANSWER_MS).unref()
      request.on('socket', socket => {
        socket.unref()
        if (socket.connecting) socket.once('connect', () => never(connecting))
        else never(connecting)
      })
      request.on('error', reject).on('close', () => {
        never(connecting)
        never(answering)
      })
      request.on('response', response => {
        const chunks: Buffer[] = []
        let size = 0
        response.on('error', reject).on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          size += chunk.length
          if (size > MAX_BYTES) request.destroy(new Error('the answer is too long'))
        }).on('end', () => {
          const bytes = Buffer.concat(chunks)
          const { 'earshot-rules': rules, 'retry-after': seconds } = response.headers
          const answer = {
            status: response.statusCode ?? 0,
            text: bytes.toString(),
            rules: typeof rules === 'string' ? rules : undefined,
            retryAfterMs: 1000 * Number(seconds) || 0
          }
          resolve({ answer, bytes })
          this.heard()
        })
      }).end()
    })
    return { reply, cancel: () => cancel() }
  }
}
