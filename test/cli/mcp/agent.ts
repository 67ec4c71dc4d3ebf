// The agent's side of the connection: the official MCP client, in the same process as the tools.
import type { Test } from 'tap'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { createServer, type ServeOptions } from '../../../src/cli/mcp/server.js'
import { LABEL } from '../../../src/cli/mcp/tool-kit.js'
import { Service } from '../../../src/cli/service.js'

export interface Agent {
  client: Client
  /** Returns the values of a successful answer. */
  call: (name: string, args?: object) => Promise<Record<string, unknown>>
  /** Returns the text of a successful answer. */
  text: (name: string, args?: object) => Promise<string>
  /** Returns the sentence of an error. */
  fault: (name: string, args?: object) => Promise<string>
}

interface Answer { isError?: boolean, content: { text: string }[], structuredContent?: Record<string, unknown> }

export async function openAgent (t: Test, url: string, session: string | undefined, options: Partial<ServeOptions> = {}): Promise<Agent> {
  const { server, close } = createServer(new Service(url, undefined), { session, withSecrets: false, ...options })
  const client = new Client({ name: 'a test', version: '1.0.0' })
  const [here, there] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(there), client.connect(here)])
  t.teardown(async () => { close(); await client.close() })
  // After the client has listed the tools, it checks each answer against their output schema.
  await client.listTools()
  const answer = async (name: string, args: object, isFault = false) => {
    const found = await client.callTool({ name, arguments: { ...args } }) as unknown as Answer
    t.equal(found.isError ?? false, isFault, `${name} ${JSON.stringify(args)}: ${found.content.at(-1)?.text.slice(0, 200)}`)
    return found
  }
  const labeled = ({ content, structuredContent }: Answer) => {
    t.equal(content[0]!.text, LABEL)
    if (structuredContent) t.equal(structuredContent.label, LABEL)
    return content[1]!.text
  }
  return {
    client,
    call: async (name, args = {}) => {
      const found = await answer(name, args)
      labeled(found)
      // Serialized, as on a real connection.
      return JSON.parse(JSON.stringify(found.structuredContent)) as Record<string, unknown>
    },
    text: async (name, args = {}) => labeled(await answer(name, args)),
    fault: async (name, args = {}) => {
      const found = await answer(name, args, true)
      // Errors of the MCP library contain only the request, and have no label.
      return found.content.length === 1 ? found.content[0]!.text : labeled(found)
    }
  }
}
