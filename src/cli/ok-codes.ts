// The application codes that mean success, as given on the command line: many backends answer 200 to everything, and each uses its own
// codes in the body.
import { InvalidArgumentError, Option } from 'commander'
import type { Codes } from '../exchange/outcome.js'

export function okCodesOption (): Option {
  return new Option(
    '--ok-codes <codes>', 'application codes (the `code`, `errcode`, `ret` and the like of a JSON response) that mean success, for all ' +
    'hosts or for one: 10001,api.example.com=40000'
  ).argParser(codesOf)
}

/** Throws if the text is not a list of codes. `before`: the codes of the same option, given earlier on the command line. */
export function codesOf (text: string, before?: Codes): Codes {
  const known = new Set(text.split(',').map(part => part.trim()))
  if (known.has('') || [...known].some(part => part.endsWith('=') || part.startsWith('='))) {
    throw new InvalidArgumentError('It must be a list of codes such as 10001,api.example.com=40000.')
  }
  return (host, code) => known.has(code) || known.has(`${host}=${code}`) ? true : before?.(host, code)
}
