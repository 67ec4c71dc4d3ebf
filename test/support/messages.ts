// Messages of streams, as a recorder pushes them and a viewer reads them.
import type { Message } from '../../src/schema/message.js'
import { call, push, type Reply } from './client.js'

interface Target { url: string }

/** Returns text messages with these n. */
export function texts (ns: number[], text: (n: number) => string = n => `message ${n}`): Message[] {
  return ns.map(n => ({ n, at: n * 10, dir: 'in', kind: 'text', size: Buffer.byteLength(text(n)), text: text(n) }))
}

export function range (first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

export function pushMessages (target: Target, session: string, requestId: string, messages: unknown): Promise<Reply> {
  return push(target, session, { requestId, messages })
}

export function messagesOf (target: Target, session: string, id: string, query = '', headers: Record<string, string> = {}): Promise<Reply> {
  return call(target, `/capture/entries/${id}/messages?sessionId=${encodeURIComponent(session)}${query}`, { headers })
}

/** Returns the n of the messages in a reply. */
export function numbersIn ({ body }: Reply): number[] {
  return (body as Message[]).map(({ n }) => n)
}
