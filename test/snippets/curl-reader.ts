// Returns the request that curl would send for the given arguments, according to the manual of curl.
import type { Heard } from './recorder.js'
import { bytesOf } from './requests.js'

/** Throws at an unknown option, and where curl would read a file or a pattern. */
export function requestOfCurl (args: string[]): Heard {
  const [program, url = '', ...options] = args
  if (program !== 'curl') throw new Error('it is not curl')
  const headers: [string, string][] = []
  let [method, body, globoff, asIs]: [string | undefined, string | undefined, boolean, boolean] = [undefined, undefined, false, false]
  while (options.length > 0) {
    const option = options.shift()
    if (option === '--globoff') globoff = true
    else if (option === '--path-as-is') asIs = true
    else if (option === '--head') method = 'HEAD'
    else if (option === '-X') method = options.shift()
    else if (option === '--data-raw') body = options.shift()
    else if (option === '-H') headers.push(...headerOf(options.shift() ?? ''))
    else if (option === '-b') headers.push(['cookie', cookieOf(options.shift() ?? '')])
    else throw new Error(`${option} is no option`)
  }
  if (/[[\]{}]/.test(url) && !globoff) throw new Error('the address is a pattern')
  const target = url.replace(/^http:\/\/[^/]+/, '')
  if (!asIs && /\/\.\.?(?:[/?]|$)/.test(target)) throw new Error('curl shortens the address')
  return { method: method ?? (body === undefined ? 'GET' : 'POST'), target, headers, body: bytesOf(body ?? '') }
}

// `Name: value`, `Name;` for an empty value, and `Name:` to remove a header that curl would add.
function headerOf (argument: string): [string, string][] {
  if (argument.startsWith('@')) throw new Error('curl reads headers from a file')
  const [, name = '', mark, value = ''] = /^([^:;]+)([:;])(.*)$/s.exec(argument) ?? []
  if (mark === ';' && value === '') return [[name, '']]
  if (mark !== ':') throw new Error(`${argument} is no header`)
  return value.trim() === '' ? [] : [[name, bytesOf(value.replace(/^ /, ''))]]
}

function cookieOf (argument: string): string {
  if (!argument.includes('=') || argument.startsWith('@')) throw new Error('curl reads cookies from a file')
  return bytesOf(argument)
}
