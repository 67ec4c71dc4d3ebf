// Makes the recorder's script as small as it gets: node scripts/build/shrink.js <file> [source ...]. Of properties only those get short names which a
// class of the sources declares private and nothing else there declares: no app, no service and no browser knows any of these.
import { readFileSync, writeFileSync } from 'node:fs'
import { minify } from 'terser'
import ts from 'typescript'

const [file, ...sources] = process.argv.slice(2)

const names = sources.flatMap(source => namesIn(ts.createSourceFile(source, readFileSync(source, 'utf8'), ts.ScriptTarget.Latest, true)))
const known = new Set(names.filter(({ isPrivate }) => !isPrivate).map(({ name }) => name))
const hidden = names.map(({ name }) => name).filter(name => !known.has(name))

// Terser itself leaves alone what the browser has by the same name.
const { code } = await minify(readFileSync(file, 'utf8'), {
  ecma: 2020,
  toplevel: true,
  compress: { passes: 3, hoist_vars: true, unsafe_arrows: true, unsafe_methods: true, pure_getters: true },
  mangle: { properties: { regex: new RegExp(`^(?:${hidden.join('|')})$`) } }
})
writeFileSync(file, code)

/** Of all members of classes, types and objects. */
function namesIn (node) {
  const names = []
  ts.forEachChild(node, child => { names.push(...namesIn(child)) })
  if (!isMember(node) || !node.name || !ts.isIdentifier(node.name)) return names
  return [...names, { name: node.name.text, isPrivate: Boolean(ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private) }]
}

function isMember (node) {
  return ts.isClassElement(node) || ts.isTypeElement(node) || ts.isObjectLiteralElement(node) || ts.isParameterPropertyDeclaration(node, node.parent)
}
