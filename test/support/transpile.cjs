// How the test runner's ts-node reads TypeScript: by esbuild, once for each text. A process of its own runs each test file, and
// TypeScript's own compiler would take more than a second of each, before the first test.
const { createHash } = require('node:crypto')
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { version } = require('esbuild/package.json')

const CACHE = join(__dirname, '../../node_modules/.cache/earshot-tests')

exports.create = () => ({ transpile: (text, { fileName }) => cached(text, fileName) })

/** What was made of the same text of the same file. */
function cached (text, fileName) {
  const path = join(CACHE, createHash('sha256').update([version, fileName, text].join('\0')).digest('hex'))
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    const output = transpiled(text, fileName)
    mkdirSync(CACHE, { recursive: true })
    // Others may write or read the same one now.
    writeFileSync(`${path}.${process.pid}`, JSON.stringify(output))
    renameSync(`${path}.${process.pid}`, path)
    return output
  }
}

function transpiled (text, sourcefile) {
  const { code, map } = require('esbuild').transformSync(text, {
    sourcefile, loader: sourcefile.endsWith('x') ? 'tsx' : 'ts', target: 'es2023', format: 'esm', sourcemap: 'external', sourcesContent: false
  })
  return { outputText: code, sourceMapText: map }
}
