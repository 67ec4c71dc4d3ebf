// Tests docs/agents.md: its configurations, its table of tools, and its example answers.
import t from 'tap'
import { readFileSync } from 'node:fs'
import { mcpCommand } from '../../../src/cli/mcp.js'
import { newSession, pushBatch } from '../../support/client.js'
import { startRedis } from '../../support/redis.js'
import { startReplica } from '../../support/replica.js'
import { openAgent } from './agent.js'
import { FAULTS, type Fault } from './faults.js'

const document = readFileSync(new URL('../../../docs/agents.md', import.meta.url), 'utf8')
const replica = await startReplica(t, await startRedis(t))

/** The sessions of its examples, by their headings. */
const SESSIONS: Record<string, Fault> = {
  'What goes wrong?': FAULTS['a 500 for one user only'],
  'Why does it fail?': FAULTS['a 500 for one user only'],
  'What changed at this endpoint?': FAULTS['a field that changed'],
  'Which request is slow?': FAULTS['a slow API'],
  'Where does this message come from?': FAULTS['an error behind a 200']
}

t.test('the tools answer as the examples show', async t => {
  const sections = document.split('\n### ').slice(1)
  t.same(sections.map(section => section.split('\n', 1)[0]), Object.keys(SESSIONS))
  for (const section of sections) {
    const session = newSession()
    await pushBatch(replica, session, SESSIONS[section.split('\n', 1)[0]!]!.pushes)
    const { text } = await openAgent(t, replica.url, session)
    const examples = [...section.matchAll(/calls `(\w+)(?: (\{.*?\}))?`:\n\n```text\n([^]*?)\n```/g)]
    t.not(examples.length, 0)
    for (const [, tool, args = '{}', shown] of examples) {
      const answer = await text(tool!, JSON.parse(args) as object)
      t.equal(answer.replaceAll(replica.url, 'http://127.0.0.1:3000').replaceAll(session, 'my-test-session'), shown)
    }
  }
})

t.test('its table lists all tools, and its configurations start them', async t => {
  const { client } = await openAgent(t, replica.url, undefined, { mayWriteRules: true })
  const { tools } = await client.listTools()
  const names = tools.map(({ name }) => name).sort()
  // A row may have several tools.
  const cells = [...document.matchAll(/^\| (`\w+_\w+`(?:, `\w+`)*) \|/gm)].map(([, cell]) => cell!)
  t.same(cells.flatMap(cell => cell.match(/\w+/g)).sort(), names)
  const help: string[] = []
  mcpCommand().configureOutput({ writeOut: text => { help.push(text) } }).outputHelp()
  t.same(help.join('').match(/\b[a-z]+_[a-z_]+\b/g)?.sort(), names, 'earshot mcp --help lists the same tools')
  const configurations = [...document.matchAll(/```json\n([^]*?)```/g)].map(([, text]) =>
    Object.values(JSON.parse(text!) as Record<string, { earshot: object }>)[0]!.earshot)
  t.equal(configurations.length, 2)
  for (const one of configurations) {
    t.match(one, { command: 'earshot', args: { 0: 'mcp', length: 1 }, env: { EARSHOT_URL: 'http://127.0.0.1:3000' } })
  }
})
