// An app that sends requests through `earshot proxy`: the command as a process, a plain client, and the entries of a real service.
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { Test } from 'tap'
import type { Entry } from '../../src/schema/entry.js'
import { list, newSession } from '../support/client.js'
import { until } from '../support/until.js'
import { said, type Earshot } from './earshot.js'

export interface Proxy {
  url: string
  port: number
  session: string
  child: ReturnType<Earshot['spawn']>
  /** Returns the recorded entries. */
  entries: () => Promise<Entry[]>
  /** Returns the entry with this path, once it is complete. */
  entry: (path: string) => Promise<Entry>
}

/** `given` are the targets and options; `service` is read for entries. */
export async function startProxy (
  t: Test, earshot: Earshot, service: { url: string }, given: string[], env: Record<string, string> = {}
): Promise<Proxy> {
  const session = newSession()
  const child = earshot.spawn(['proxy', ...given, '--port', '0', '--session', session, '--json'], { env })
  t.teardown(() => child.kill('SIGKILL'))
  const { address } = JSON.parse(await said(child.stdout, /\n/)) as { address: string }
  const entries = async () => await list(service, session)
  const entry = async (path: string) => {
    let found: Entry | undefined
    await until(`${path} is recorded whole`, async () => {
      found = (await entries()).find(entry => new URL(entry.api).pathname === path && entry.timeConsuming > 0)
      return found !== undefined
    })
    return found!
  }
  return { url: address, port: Number(new URL(address).port), session, child, entries, entry }
}

export interface Answer { status: number | undefined, headers: IncomingMessage['headers'], body: Buffer }

/** Sends a request with a plain client, which does not follow redirects or decode bodies. */
export async function ask (
  url: string, path: string,
  { method = 'GET', headers = {}, body }: { method?: string, headers?: Record<string, string>, body?: string | Buffer } = {}
): Promise<Answer> {
  const request = httpRequest(url + path, { method, headers, agent: false }).end(body)
  const [answer] = await once(request, 'response') as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }
}
