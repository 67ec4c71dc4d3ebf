// Child processes of a recorded process, with the recorder in NODE_OPTIONS: however a child ends, its requests are recorded.
import t from 'tap'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { bundled } from './bundle.js'
import { openCollector } from './collector.js'
import { openServers } from './places.js'
import { runProgram } from './run-program.js'

const [recorder] = await bundled(t)
const SESSION = 'node-children-1'

t.test('a child process that a signal ends loses no request; the one that was running says so', async t => {
  const servers = await openServers()
  t.teardown(() => servers.close())
  const collector = await openCollector()
  t.teardown(() => collector.close())
  // In one case, the process that writes is started by a child, and has ended before that.
  const child = `
    const http = require('node:http')
    const target = process.argv[2]
    const ask = () => new Promise(resolve => http.get(target + '/c0/json', answer => answer.resume().on('end', resolve)))
    const askAll = async () => { for (let n = 0; n < 20; n++) await ask() }
    askAll().then(() => http.get(target + '/c0/hang').on('finish', () => process.send('asked')))`
  const between = `
    const grandchild = require('node:child_process').fork(process.argv[3], [process.argv[2]])
    grandchild.on('message', () => grandchild.kill('SIGKILL')).on('exit', () => process.send('asked'))
    setInterval(() => {}, 1000)`
  const folder = t.testdir({ 'child.cjs': child, 'between.cjs': between })
  for (const [file, signal] of [['child.cjs', 'SIGTERM'], ['child.cjs', 'SIGKILL'], ['between.cjs', 'SIGTERM']] as const) {
    await t.test(`${file}, ended by ${signal}`, async t => {
      collector.forget()
      const program = `
        import { fork } from 'node:child_process'
        const child = fork(${JSON.stringify(join(folder, file))}, [process.argv[2], ${JSON.stringify(join(folder, 'child.cjs'))}])
        child.on('message', () => child.kill('${signal}')).on('exit', (code, signal) => console.log('ended', signal))`
      const env = { NODE_OPTIONS: `--require=${recorder}`, EARSHOT_URL: collector.url, EARSHOT_SESSION: SESSION, TMPDIR: folder }
      const without = await runProgram(t, recorder, program, servers.places.http, {})
      t.equal(without.printed, `ended ${signal}\n`)
      t.same(await runProgram(t, recorder, program, servers.places.http, env), without)
      const last = collector.pushes().map(all => all.at(-1)!)
      t.same(last.map(({ api, note }) => [api.replace(/^.*\//, ''), note]),
        [...Array.from({ length: 20 }, () => ['json', undefined]), ['hang', 'the process ended']])
      t.ok(last.every(({ timeConsuming }) => timeConsuming > 0), 'nothing is pending')
      const bases = (await readdir(folder)).filter(name => name.startsWith('earshot-node-'))
      t.equal(bases.length, 1)
      for (const base of bases) t.same(await readdir(join(folder, base)), [], 'no file is left')
    })
  }
})

t.test('a child process that outlives the one that started it sends its requests itself from then on', async t => {
  const servers = await openServers()
  t.teardown(() => servers.close())
  const collector = await openCollector()
  t.teardown(() => collector.close())
  const child = `
    const http = require('node:http')
    const ask = () => new Promise(resolve => http.get(process.argv[2] + '/c0/json', answer => answer.resume().on('end', resolve)))
    const askAll = async () => { for (let n = 0; n < 20; n++) await ask() }
    process.on('disconnect', async () => { await askAll(); console.log('child ended') })
    askAll().then(() => process.send('asked'))`
  const file = join(t.testdir({ 'child.cjs': child }), 'child.cjs')
  for (const end of ['process.exit()', 'child.disconnect(); child.unref()', "process.kill(process.pid, 'SIGKILL')"]) {
    await t.test(end, async t => {
      collector.forget()
      const program = `
        import { fork } from 'node:child_process'
        const child = fork(${JSON.stringify(file)}, [process.argv[2]])
        child.on('message', () => { ${end} })`
      const env = { NODE_OPTIONS: `--require=${recorder}`, EARSHOT_URL: collector.url, EARSHOT_SESSION: SESSION }
      t.match(await runProgram(t, recorder, program, servers.places.http, env), { printed: 'child ended\n', errors: '' })
      // A process that is killed loses what it has not sent yet, also of its children. The service ignores a late pending push.
      const isComplete = ({ timeConsuming, note }: { timeConsuming: number, note?: string }) => timeConsuming > 0 && note === undefined
      const complete = collector.pushes().filter(pushes => pushes.some(isComplete))
      if (end.includes('SIGKILL')) t.ok(complete.length >= 15)
      else t.equal(complete.length, 40)
    })
  }
})

t.test('thousands of requests that run when their process ends, or is ended by a signal, all say so', async t => {
  const servers = await openServers()
  t.teardown(() => servers.close())
  const collector = await openCollector()
  t.teardown(() => collector.close())
  // One connection: the others wait for it. There are more than the queue holds.
  const asks = `
    const http = require('node:http')
    const agent = new http.Agent({ maxSockets: 1 })
    for (let n = 0; n < 7000; n++) http.get(process.argv[2] + '/c0/hang?' + n, { agent }).on('error', () => {})`
  const folder = t.testdir({ 'exits.cjs': `${asks}\nsetImmediate(() => process.exit())`, 'asks.cjs': `${asks}\nsetImmediate(() => process.send('asked'))` })
  for (const [file, how] of [['exits.cjs', ''], ['asks.cjs', ".on('message', () => child.kill())"]] as const) {
    await t.test(file, async t => {
      collector.forget()
      const program = `
        import { fork } from 'node:child_process'
        const child = fork(${JSON.stringify(join(folder, file))}, [process.argv[2]])
        child.on('exit', () => console.log('ended'))${how}`
      const env = { NODE_OPTIONS: `--require=${recorder}`, EARSHOT_URL: collector.url, EARSHOT_SESSION: SESSION }
      t.match(await runProgram(t, recorder, program, servers.places.http, env), { printed: 'ended\n', errors: '' })
      const all = collector.pushes().map(pushes => pushes.at(-1)!)
      t.same([all.length, all.filter(({ note }) => note === 'the process ended').length], [7000, 7000])
    })
  }
})

t.test('a child process with large bodies sends its requests itself, and its end says nothing else about them', async t => {
  const servers = await openServers()
  t.teardown(() => servers.close())
  const collector = await openCollector()
  t.teardown(() => collector.close())
  // 24 MB: more than a child hands on at once.
  const child = `
    const http = require('node:http')
    const options = { method: 'POST', headers: { 'content-type': 'text/plain' } }
    const ask = n => new Promise(resolve => http.request(process.argv[2] + '/c0/json?' + n, options, answer => answer.resume().on('end', resolve)).end('large'.repeat(120_000)))
    const askAll = async () => { for (let n = 0; n < 40; n++) await ask(n) }
    askAll().then(() => process.exit())`
  const file = join(t.testdir({ 'child.cjs': child }), 'child.cjs')
  await t.test('', async t => {
    const program = `
      import { fork } from 'node:child_process'
      fork(${JSON.stringify(file)}, [process.argv[2]]).on('exit', code => console.log('ended', code))`
    const env = { NODE_OPTIONS: `--require=${recorder}`, EARSHOT_URL: collector.url, EARSHOT_SESSION: SESSION }
    t.match(await runProgram(t, recorder, program, servers.places.http, env), { printed: 'ended 0\n', errors: '' })
    const all = collector.pushes()
    t.equal(all.filter(pushes => pushes.some(({ timeConsuming }) => timeConsuming > 0)).length, 40)
    t.notOk(all.flat().some(({ note }) => note === 'the process ended'))
  })
})
