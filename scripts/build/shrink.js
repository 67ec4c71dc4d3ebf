// node scripts/build/shrink.js <file> [source ...]: makes the recorder's script as small as possible. A property gets a short name only if
// a class in the sources declares it private, and nothing else there declares that name: no app, service or browser uses such a property.
import { readFileSync, writeFileSync } from 'node:fs'
import { minify } from 'terser'
import ts from 'typescript'

const [file, ...sources] = process.argv.slice(2)

const names = sources.flatMap(source => namesIn(ts.createSourceFile(source, readFileSync(source, 'utf8'), ts.ScriptTarget.Latest, true)))
const known = new Set(names.filter(({ isPrivate }) => !isPrivate).map(({ name }) => name))
const hidden = names.map(({ name }) => name).filter(name => !known.has(name))

// Terser itself does not rename properties that browsers have, too.
const { code } = await minify(readFileSync(file, 'utf8'), {
  ecma: 2020,
  toplevel: true,
  // `inline` and the options after it make the text longer, and its compressed form shorter.
  compress: {
    passes: 3,
    hoist_vars: true,
    unsafe_arrows: true,
    unsafe_methods: true,
    pure_getters: true,
    inline: 1,
    sequences: false,
    lhs_constants: false,
    booleans: false
  },
  mangle: { properties: { regex: new RegExp(`^(?:${hidden.join('|')})$`) } }
})
writeFileSync(file, code)

/** The names of all members of classes, types and objects. */
function namesIn (node) {
  const names = []
  ts.forEachChild(node, child => { names.push(...namesIn(child)) })
  if (!isMember(node) || !node.name || !ts.isIdentifier(node.name)) return names
  return [...names, { name: node.name.text, isPrivate: Boolean(ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private) }]
}

function isMember (node) {
  return ts.isClassElement(node) || ts.isTypeElement(node) || ts.isObjectLiteralElement(node) ||
    ts.isParameterPropertyDeclaration(node, node.parent)
}
