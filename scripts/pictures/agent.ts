// Takes the picture of an agent's tool calls: two calls to the real `earshot mcp`, with its answers.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { Browser } from 'playwright-core'
import { savePicture } from './picture.js'
import { print, TERMINAL } from './terminal.js'

const MAIN = join(fileURLToPath(new URL('../..', import.meta.url)), 'dist/cli/main.js')
export async function takeAgent (browser: Browser, { url, session, file }: { url: string, session: string, file: string }): Promise<void> {
  const client = new Client({ name: 'pictures', version: '1' })
  await client.connect(new StdioClientTransport({
    command: process.execPath, args: [MAIN, 'mcp', session], env: { EARSHOT_URL: url, PATH: process.env.PATH ?? '' }
  }))
  const lines: string[] = []
  const call = async (name: string, args: Record<string, unknown>) => {
    const { content, structuredContent } = await client.callTool({ name, arguments: args })
    lines.push(`$ ${name} ${JSON.stringify(args)}`, ...(content as { text: string }[]).map(({ text }) => text), '')
    return structuredContent
  }
  const { requests } = await call('list_requests', { filter: 'is:error' }) as { requests: { id: string, url: string }[] }
  const order = requests.find(({ url }) => url.includes('/api/orders'))
  await call('compare_with_last_good', { id: order?.id })
  await client.close()
  const page = await browser.newPage({ viewport: { width: 1000, height: 500 } })
  await page.setContent(TERMINAL)
  await print(page, lines.join('\n'))
  const height = await page.evaluate<number>('terminal.scrollHeight')
  await page.setViewportSize({ width: 1000, height })
  await savePicture(page, file)
  await page.close()
}
