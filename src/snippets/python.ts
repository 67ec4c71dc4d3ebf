// Python 3 with the package `requests`. The snippet writes headers and bodies that are not ASCII as bytes: from strings, the package would
// encode them in Latin-1, or refuse them.
import type { HeaderField } from '../exchange/headers.js'
// The escapes of JavaScript mean the same in Python.
import { jsString as pythonString } from './javascript.js'
import type { Sendable } from './sendable.js'
import type { Snippet, SnippetBody } from './snippet.js'

const IMPORT = 'import requests\n\n'
const IMPORT_BASE64 = 'import base64\n'

export function python (request: Sendable): Snippet {
  const { method, body } = request
  const headers = joined(request.headers)
  const lines = [
    pythonString(method),
    // As the browser sends it: requests would encode it in the same way.
    pythonString(request.normalUrl),
    ...headers.length > 0 ? [`headers={\n${headers.map(line).join('')}    }`] : [],
    ...body ? [`data=${data(body)}`] : [],
    // Like cURL, and to see what the server answers first.
    'allow_redirects=False'
  ]
  const remarks = request.remarks.map(remark => `# ${remark}\n`).join('')
  const imports = `${body && 'base64' in body ? IMPORT_BASE64 : ''}${IMPORT}`
  const call = `response = requests.request(\n${lines.map(argument => `    ${argument},\n`).join('')})`
  return { text: `${imports}${remarks}${call}\nprint(response.status_code, response.text)` }
}

function line ({ name, value }: HeaderField): string {
  return `        ${pythonString(name)}: ${bytes(value)},\n`
}

/** Several snippets as one program, which imports everything once. */
export function pythonProgram (snippets: readonly string[]): string {
  const needsBase64 = snippets.some(text => text.startsWith(IMPORT_BASE64))
  const rest = snippets.map(text => text.replace(IMPORT_BASE64, '').replace(IMPORT, ''))
  return `${needsBase64 ? IMPORT_BASE64 : ''}${IMPORT}${rest.join('\n\n')}`
}

/** A dict has each name once; a list of values means the same (RFC 9110 §5.3). */
function joined (headers: readonly HeaderField[]): HeaderField[] {
  const byName = new Map<string, HeaderField>()
  for (const { name, value } of headers) {
    const known = byName.get(name.toLowerCase())
    byName.set(name.toLowerCase(), known ? { name: known.name, value: `${known.value}, ${value}` } : { name, value })
  }
  return [...byName.values()]
}

function data (body: SnippetBody): string {
  return 'base64' in body ? `base64.b64decode(${pythonString(body.base64)})` : `${pythonString(body.text.toWellFormed())}.encode()`
}

function bytes (text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? pythonString(text) : `${pythonString(text.toWellFormed())}.encode()`
}
