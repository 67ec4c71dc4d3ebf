// What a client has asked and not been answered yet. A client that ends its input (`printf … | earshot mcp`) still wants its answers.
import type { StdioServerTransport } from './sdk.js'

type Transport = Pick<StdioServerTransport, 'onmessage' | 'send'>

/** After the server has connected. Resolves, whenever it is asked, as soon as nothing is open, or after `patienceMs`. */
export function watchRequests (transport: Transport): (patienceMs: number) => Promise<void> {
  const open = new Set<unknown>()
  let settle = () => {}
  const close = (id: unknown) => {
    open.delete(id)
    if (open.size === 0) settle()
  }
  const { onmessage, send } = transport
  transport.onmessage = message => {
    if ('method' in message && 'id' in message) open.add(message.id)
    // The SDK answers no request that was taken back.
    if ('method' in message && message.method === 'notifications/cancelled') close(message.params?.requestId)
    onmessage?.(message)
  }
  transport.send = async message => {
    await send.call(transport, message)
    if (!('method' in message)) close(message.id)
  }
  return async patienceMs => {
    if (open.size === 0) return
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, patienceMs)
      settle = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
