// node scripts/build/shrink.js <script|part> <file> ... -- <source> ...: minifies the recorder's script, or parts that it loads later, as
// far as possible. A property gets a short name only if the sources declare its name solely as a private member of classes. No app, service
// or browser uses such a property, so renaming it is safe.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { minify } from 'terser'
import { parseSync } from 'vite'
import { cached } from './cached.js'

const MEMBERS = ['PropertyDefinition', 'MethodDefinition', 'AccessorProperty', 'TSPropertySignature', 'TSMethodSignature', 'Property']

const end = process.argv.indexOf('--')
const [, , what, ...files] = process.argv.slice(0, end)
const names = process.argv.slice(end + 1).flatMap(source => namesIn(parseSync(source, readFileSync(source, 'utf8')).program))
const known = new Set(names.filter(({ isPrivate }) => !isPrivate).map(({ name }) => name))
const hidden = new Set(names.map(({ name }) => name).filter(name => !known.has(name)))

// Each makes some text longer, and its compressed form shorter; the script and the parts differ in what does.
const SHARED = { passes: 3, unsafe_arrows: true, unsafe_methods: true, pure_getters: true, inline: 1, booleans: false }
const COMPRESS = {
  script: { ...SHARED, hoist_vars: true, sequences: false, lhs_constants: false },
  part: { ...SHARED, passes: 4, arrows: false }
}

const OPTIONS = {
  ecma: 2020,
  toplevel: true,
  compress: COMPRESS[what],
  // Terser itself does not rename properties that browsers have, too.
  mangle: { properties: { regex: `^(?:${[...hidden].join('|')})$` } }
}
const { version } = createRequire(import.meta.url)('terser/package.json')

for (const file of files) {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, await cached(['terser', version, JSON.stringify(OPTIONS), text], () => shrunk(text)))
}

async function shrunk (text) {
  // Terser changes the options that it gets.
  const options = structuredClone(OPTIONS)
  options.mangle.properties.regex = new RegExp(options.mangle.properties.regex)
  return (await minify(text, options)).code
}

/** The names of all members of classes, types and objects in a tree as ESTree describes it. */
function namesIn (node) {
  if (Array.isArray(node)) return node.flatMap(namesIn)
  if (typeof node?.type !== 'string') return []
  // A pattern such as `{ queue } = this` declares no member.
  if (node.type === 'ObjectPattern') return node.properties.flatMap(({ value, argument }) => namesIn(value ?? argument))
  const key = keyOf(node)
  const own = key?.type === 'Identifier' ? [{ name: key.name, isPrivate: node.accessibility === 'private' }] : []
  return [...own, ...Object.values(node).flatMap(child => typeof child === 'object' ? namesIn(child) : [])]
}

function keyOf (node) {
  if (node.type === 'TSParameterProperty') return node.parameter.left ?? node.parameter
  return MEMBERS.includes(node.type) && !node.computed && node.kind !== 'constructor' ? node.key : undefined
}
