// The handlers that `earshot rules export msw` writes, run by Mock Service Worker itself: an app's requests get the recorded answers.
import type { Test } from 'tap'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { entryWith } from '../exchange/entry.js'
import { BUILT } from '../cli/earshot.js'

const NAME = 'exported handlers for msw'
const START = 1_795_250_000_000

let n = 0
const recorded = (method: string, path: string, status: number, response: string, more = {}) => {
  const startTime = START + ++n * 1000
  return entryWith({
    id: `${n}-a`,
    requestId: `r${n}`,
    method,
    api: `http://shop.test${path}`,
    responseHeader: `HTTP/1.1 ${status} OK\nX-From: recording`,
    response,
    startTime,
    timestamp: startTime,
    ...more
  })
}
const ODD = 'odd `$' + '{path}`\n</script>\u2028'
const FORM = { requestHeader: 'Content-Type: application/x-www-form-urlencoded' }

const RECORDING = [
  recorded('GET', '/job', 200, 'waiting'), recorded('GET', '/job', 200, 'waiting'), recorded('GET', '/job', 200, 'done'),
  recorded('GET', '/job', 500, 'broken'),
  recorded('GET', '/list', 200, 'all'), recorded('GET', `/list?page=1&_=${START}`, 200, 'one'), recorded('GET', `/list?page=2&_=${START}`, 200, 'two'),
  recorded('POST', '/rpc', 200, 'user', { request: '{"method":"getUser"}' }), recorded('POST', '/rpc', 200, 'cart', { request: '{"method":"getCart"}' }),
  recorded('POST', '/form', 200, 'tea', { request: 'item=tea&n=1', ...FORM }), recorded('POST', '/form', 200, 'cup', { request: 'item=cup&n=1', ...FORM }),
  recorded('POST', '/graphql', 200, 'a', { request: '{"query":"query A { a }"}' }), recorded('POST', '/graphql', 200, 'b', { request: '{"query":"{ b }"}' }),
  recorded('PUT', '/drafts/3f2504e04f8911d3', 201, 'one'), recorded('PUT', '/drafts/7c9e6679742540de', 201, 'two'),
  recorded('GET', '/a*b(c)', 200, ODD), recorded('GET', '/logo', 200, 'data:image/png;base64,iVBORw=='),
  recorded('DELETE', '/job', 204, ''), recorded('GET', '/down', 0, ''), recorded('REPORT', '/report', 200, 'report')
]

/** Method, path, body, and what the app must get. */
const ASKED: [string, string, string, string][] = [
  ['GET', '/job', '', '200 waiting'], ['GET', '/job', '', '200 waiting'], ['GET', '/job', '', '200 done'], ['GET', '/job', '', '500 broken'],
  ['GET', '/job', '', '200 done'], ['GET', '/job', '', '200 done'],
  ['GET', '/list?page=2&_=1795299999999', '', '200 two'], ['GET', '/list?page=1&_=1795299999999', '', '200 one'], ['GET', '/list', '', '200 all'],
  ['GET', '/list?page=3&_=1', '', 'TypeError'],
  ['POST', '/rpc', '{"method":"getCart"}', '200 cart'], ['POST', '/rpc', '{"method":"getUser"}', '200 user'],
  ['POST', '/form', 'item=cup&n=9', '200 cup'], ['POST', '/form', 'item=tea&n=9', '200 tea'],
  ['POST', '/graphql', '{"query":"{ b }"}', '200 b'], ['POST', '/graphql', '{"query":"query A { a }"}', '200 a'],
  ['PUT', '/drafts/aaaa6679742540de', '', '201 one'], ['PUT', '/drafts/bbbb6679742540de', '', '201 two'],
  ['GET', '/a*b(c)', '', `200 ${ODD}`], ['GET', '/axbc', '', 'TypeError'], ['GET', '/logo', '', '200 \ufffdPNG'],
  ['DELETE', '/job', '', '204 '], ['GET', '/down', '', 'TypeError'], ['REPORT', '/report', '', '200 report'], ['GET', '/other', '', 'TypeError']
]

const PROGRAM = `
import { setupServer } from 'msw/node'
import { handlers, restart } from './handlers.js'

const server = setupServer(...handlers)
server.listen({ onUnhandledRequest: 'error' })
const asked = ${JSON.stringify(ASKED)}
const ask = async ([method, path, body]) => {
  try {
    const reply = await fetch('http://shop.test' + path, { method, ...body && { body } })
    if (reply.headers.get('x-from') !== 'recording') throw new Error('not from the recording')
    return reply.status + ' ' + await reply.text()
  } catch (error) {
    return error.name
  }
}
const got = []
for (const one of asked) got.push(await ask(one))
restart()
got.push(await ask(asked[0]))
console.log(JSON.stringify(got))
`

export async function checkExports (t: Test, installed: string, words: string[]): Promise<void> {
  if (words.length > 0 && !words.some(word => NAME.includes(word))) return
  await t.test(NAME, async t => {
    const folder = await mkdtemp(join(tmpdir(), 'exports-'))
    t.teardown(() => rm(folder, { recursive: true, force: true }))
    await symlink(join(installed, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    await writeFile(join(folder, 'recording.json'), JSON.stringify(RECORDING))
    await writeFile(join(folder, 'app.js'), PROGRAM)
    const run = async (...args: string[]) => await promisify(execFile)(process.execPath, args, { cwd: folder })
    const { stderr } = await run(BUILT, 'rules', 'export', 'msw', 'recording.json', '-o', 'handlers.js')
    t.equal(stderr, '')
    const { stdout } = await run('app.js')
    t.same(JSON.parse(stdout), [...ASKED.map(([,,, wanted]) => wanted), '200 waiting'])
  })
}
