// Runs the snippets of docs/recorder-node.md, unchanged except for the URL of the service. The package in this checkout stands in for the
// installed one.
import t from 'tap'
import { execFile } from 'node:child_process'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { buildScript } from '../web/capture/browser/build.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

t.test('the snippets run unchanged', async t => {
  await buildScript()
  const { url } = await startReplica(t, await startRedis(t))
  const text = (await readFile(join(ROOT, 'docs/recorder-node.md'), 'utf8')).replaceAll('http://127.0.0.1:3000', url)
  const [shell = '', program = '', mini = ''] = [...text.matchAll(/^```\w+\n([^]*?)^```/gm)].map(([, code]) => code)
  const folder = t.testdir()
  await mkdir(join(folder, 'node_modules'))
  await symlink(ROOT, join(folder, 'node_modules/earshot'))
  await writeFile(join(folder, 'app.js'), "console.log('the app')")
  t.same(await run('sh', ['-c', shell], { cwd: folder }), { stdout: 'the app\n', stderr: '' })
  await writeFile(join(folder, 'program.mjs'), program)
  t.same(await run(process.execPath, ['program.mjs'], { cwd: folder }), { stdout: 'recording\n', stderr: '' })
  await mkdir(join(folder, 'mini'))
  await writeFile(join(folder, 'mini/package.json'), '{}')
  await writeFile(join(folder, 'mini/earshot-mini-program.js'), await (await fetch(`${url}/earshot-mini-program.js`)).text())
  await writeFile(join(folder, 'mini/app.js'), `globalThis.wx = { request () {} }\n${mini}process.exit(Earshot.state.notReplaced.length)`)
  t.same(await run(process.execPath, ['mini/app.js'], { cwd: folder }), { stdout: '', stderr: '' })
})
