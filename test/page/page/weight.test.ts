// Before the list is usable, a browser loads less than 60 KB of scripts and styles in total, compressed as the service sends them.
import t from 'tap'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const WEB = fileURLToPath(new URL('../../../dist/web', import.meta.url))
const MAX_BYTES = 60_000

t.test('scripts and styles of the first load are under 60 KB', async t => {
  const html = readFileSync(join(WEB, 'index.html'), 'utf8')
  const begins = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!)
  t.ok(begins.some(path => path.endsWith('.css')) && begins.some(path => path.endsWith('.js')))
  const files = [...closure(begins)]
  const sizes = Object.fromEntries(files.map(file => [file, sizeOf(file)]))
  const total = Object.values(sizes).reduce((a, b) => a + b, 0)
  t.comment(`${total} bytes`, sizes)
  t.ok(total < MAX_BYTES, `${total} bytes`)
})

t.test('parts that are rarely needed are not in the first load', async t => {
  const all = readdirSync(join(WEB, 'assets')).filter(name => name.endsWith('.js'))
  const first = closure([...readFileSync(join(WEB, 'index.html'), 'utf8').matchAll(/"\.\/(assets\/[^"]+\.js)"/g)].map(([, path]) => path!))
  const later = all.filter(name => !first.has(`assets/${name}`)).map(name => readFileSync(join(WEB, 'assets', name), 'utf8')).join('\n')
  const early = [...first].map(name => readFileSync(join(WEB, name), 'utf8')).join('\n')
  for (const mark of ['EARSHOT_SESSION', 'pageTimings', '正在等待第一条请求']) {
    t.notOk(early.includes(mark), mark)
    t.ok(later.includes(mark), mark)
  }
})

// Very small files are not compressed.
function sizeOf (file: string): number {
  const path = join(WEB, file)
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
}

/** The files, and all that they import statically. */
function closure (begins: string[]): Set<string> {
  const files = new Set<string>()
  const add = (file: string) => {
    if (files.has(file)) return
    files.add(file)
    if (!file.endsWith('.js')) return
    for (const [, name] of readFileSync(join(WEB, file), 'utf8').matchAll(/(?:import|from)\s*"\.\/([^"]+\.js)"/g)) add(`assets/${name}`)
  }
  begins.forEach(add)
  return files
}
