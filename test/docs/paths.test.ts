// All files, links and constants that are named in the documents exist.
import t from 'tap'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DOCUMENTS = [
  'README.md', 'CONTRIBUTING.md', 'SECURITY.md',
  ...readdirSync(join(ROOT, 'docs')).filter(name => name.endsWith('.md')).map(name => `docs/${name}`)
]
const FOLDERS = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter(item => item.isDirectory()).map(({ name }) => name).join('|')

for (const document of DOCUMENTS) {
  t.test(`every file that ${document} names exists`, async t => {
    const text = readFileSync(join(ROOT, document), 'utf8')
    const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, link]) => join(dirname(document), link!))
    const inTop = [...text.matchAll(/(?<![\w./-])((?:src|test|docs|deploy|scripts|bench|\.ci)\/[\w./-]*\w)/g)].map(([, path]) => path!)
    const inSrc = [...text.matchAll(RegExp(`(?<![\\w./-])((?:${FOLDERS})/[\\w./-]*\\.(?:tsx?|lua))`, 'g'))]
      .map(([, path]) => join('src', path!))
    const named = [...links, ...inTop, ...inSrc]
    if (document === 'README.md' || document === 'docs/architecture.md') t.ok(named.length > 10, 'finds files to check')
    t.same(named.filter(path => !existsSync(join(ROOT, path))), [])
  })
}

t.test('every constant that the architecture names exists in the source', t => {
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  const constants = new Set([...text.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name!))
  t.ok(constants.size > 20, 'finds constants to check')
  const files = ['src', 'test'].flatMap(folder => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file)).map(file => join(ROOT, folder, file)))
  const known = new Set(files.flatMap(file => readFileSync(file, 'utf8').match(/\b[A-Z][A-Z_]+\b/g) ?? []))
  t.same([...constants].filter(name => !known.has(name)), [])
  t.end()
})
