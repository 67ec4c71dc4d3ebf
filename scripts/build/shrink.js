// node scripts/build/shrink.js <file> ... -- <source> ...: makes scripts of the recorder as small as possible. A property gets a short name
// only if a class in the sources declares it private, and nothing else there declares that name: no app, service or browser uses such a
// property.
import { readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { minify } from 'terser'
import { parseSync } from 'vite'

const MEMBERS = ['PropertyDefinition', 'MethodDefinition', 'AccessorProperty', 'TSPropertySignature', 'TSMethodSignature', 'Property']

const end = process.argv.indexOf('--')
const names = process.argv.slice(end + 1).flatMap(source => namesIn(parseSync(source, readFileSync(source, 'utf8')).program))
const known = new Set(names.filter(({ isPrivate }) => !isPrivate).map(({ name }) => name))
const hidden = new Set(names.map(({ name }) => name).filter(name => !known.has(name)))

// The first options make small files smallest, the others large ones.
const SHARED = { passes: 3, unsafe_arrows: true, unsafe_methods: true, pure_getters: true, inline: 1, booleans: false }
const OPTIONS = [
  // They make the text longer, and its compressed form shorter.
  { ...SHARED, hoist_vars: true, sequences: false, lhs_constants: false },
  { ...SHARED, passes: 4, arrows: false }
]

for (const file of process.argv.slice(2, end)) {
  const text = readFileSync(file, 'utf8')
  const shrunk = await Promise.all(OPTIONS.map(async compress => {
    // Terser itself does not rename properties that browsers have, too.
    const mangle = { properties: { regex: new RegExp(`^(?:${[...hidden].join('|')})$`) } }
    return (await minify(text, { ecma: 2020, toplevel: true, compress, mangle })).code
  }))
  const [smallest] = shrunk.sort((one, other) => gzipSync(one).length - gzipSync(other).length)
  writeFileSync(file, smallest)
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
