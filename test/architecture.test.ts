// The import rules of the house (docs/architecture.md), file by file.
import t from 'tap'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const SRC = fileURLToPath(new URL('../src', import.meta.url))

/** What each room may import: rooms, single files, packages; `type:` where only types. */
const RULES: Record<string, string[]> = {
  schema: ['schema', 'typebox'],
  store: ['store', 'schema', 'errors', 'type:config', 'typebox', 'ioredis', 'node:'],
  live: ['live', 'schema', 'errors', 'store', 'typebox', 'type:ioredis', 'node:'],
  har: ['har', 'schema', 'type:har-format'],
  json: ['json'],
  redact: ['redact', 'schema', 'json'],
  http: ['http', 'schema', 'errors', 'type:config', 'type:store', 'type:live', 'fastify', '@fastify/', 'prom-client', 'typebox', 'node:'],
  routes: ['routes', 'schema', 'errors', 'http', 'har', 'json', 'type:redact', 'type:store', 'type:live', 'live/connection', 'fastify', '@fastify/', 'typebox', 'node:',
    'file-type', 'fast-querystring', 'secure-json-parse', 'type:ws'],
  web: ['web', 'type:schema', 'type:har'],
  errors: [],
  config: ['typebox', 'node:'],
  app: ['*'],
  main: ['app', 'config', 'store/redis', 'store/embedded', 'type:fastify']
}

interface Import { from: string, what: string, typeOnly: boolean }

t.test('every import goes where its room may go', async t => {
  for (const { from, what, typeOnly } of allImports()) {
    const rules = RULES[from.split('/')[0]!.replace('.ts', '')]
    if (!rules) { t.fail(`${from} is in no room of the house`); continue }
    const allowed = rules.some(rule => rule === '*' || matches(what, rule) || (typeOnly && rule.startsWith('type:') && matches(what, rule.slice(5))))
    if (!allowed) t.fail(`${from} must not import ${typeOnly ? 'type ' : ''}${what}`)
  }
  t.ok(allImports().length > 50, 'there are imports to look at')
})

t.test('one file opens connections to Redis, one reads the environment, one exits', async t => {
  const only = (pattern: RegExp) => files().filter(file => pattern.test(read(file)))
  t.same(only(/new (Redis|Cluster)\b/), ['store/redis.ts'])
  t.same(only(/process\.env/), ['main.ts'])
  t.same(only(/process\.exit/), ['main.ts'])
})

t.test('key names come from one file', async t => {
  const others = files().filter(file => !['store/keys.ts', 'schema/screenshot.ts', 'app.ts'].includes(file))
  t.same(others.filter(file => /['"`]capture:|\bcapture:\{/.test(read(file))), [])
})

t.test('every file opens with what lives there', async t => {
  t.same(files().filter(file => !/^(#!lua[^\n]*\n)?(\/\/|--) \S/.test(read(file))), [])
})

t.test('the checker sees a forbidden import', async t => {
  const source = "import type { Redis } from 'ioredis'\nimport x, { y } from '../routes/capture.js'\nimport './z.js'\nimport type { HAR } from 'har-format'"
  t.same(importsOf('store/a.ts', source), [
    { from: 'store/a.ts', what: 'ioredis', typeOnly: true }, { from: 'store/a.ts', what: 'routes/capture', typeOnly: false },
    { from: 'store/a.ts', what: 'store/z', typeOnly: false }, { from: 'store/a.ts', what: 'har-format', typeOnly: true }
  ])
  t.equal(matches('routes/capture', 'store'), false)
  t.equal(matches('store/keys', 'store'), true)
  t.equal(matches('typebox/compile', 'typebox'), true)
})

function matches (what: string, rule: string): boolean {
  return what === rule || what.startsWith(/[:/]$/.test(rule) ? rule : `${rule}/`)
}

function allImports (): Import[] {
  return files().filter(file => file.endsWith('.ts')).flatMap(file => importsOf(file, read(file)))
}

function importsOf (from: string, source: string): Import[] {
  return [...source.matchAll(/^import\s+(type\s)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm)].map(([, typeOnly, specifier]) => {
    const what = specifier!.startsWith('.') ? normalize(join(dirname(from), specifier!)).replace(/\.js$/, '') : specifier!
    return { from, what, typeOnly: typeOnly !== undefined }
  })
}

function files (): string[] {
  return readdirSync(SRC, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(ts|lua)$/.test(entry.name))
    .map(entry => relative(SRC, join(entry.parentPath, entry.name)))
    .sort()
}

function read (file: string): string {
  return readFileSync(join(SRC, file), 'utf8')
}
