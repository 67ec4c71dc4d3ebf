// Finds the source map of a script. A response header or the comment at the end of the script has the address of the map. A `data:` address
// contains the map itself.
import { fromBase64 } from '../../../../exchange/base64.js'

/** `text`: the map itself. Undefined if the script names none, or its `data:` address cannot be read. */
export type MapAddress = { address: string } | { text: string } | undefined

const MARK = 'sourceMappingURL='
/** A line that may follow the address. */
const ONLY_COMMENT = /^\s*(?:\*\/\s*)?(?:\/\/.*)?$/
const DATA = /^data:application\/json[^,]*,/i

export function mapAddressOf (script: string, header?: string): MapAddress {
  const address = header ?? addressIn(script)
  if (address === undefined) return undefined
  return /^data:/i.test(address) ? mapWithin(address) : { address }
}

// Only a comment at the end counts: modules that run by `eval` have such comments within their texts.
function addressIn (script: string): string | undefined {
  const at = script.lastIndexOf(MARK)
  if (at < 0 || !/\/[/*][#@]\s$/.test(script.slice(Math.max(0, at - 4), at))) return undefined
  const from = at + MARK.length
  const [address = ''] = /^[^\s'"`\\]*/.exec(script.slice(from)) ?? []
  const after = script.slice(from + address.length).split(/[\r\n]+/)
  return address !== '' && after.every(line => ONLY_COMMENT.test(line)) ? address : undefined
}

function mapWithin (address: string): MapAddress {
  const [head] = DATA.exec(address) ?? []
  if (head === undefined) return undefined
  const written = address.slice(head.length)
  try {
    return { text: /;base64,$/i.test(head) ? new TextDecoder().decode(fromBase64(written)) : decodeURIComponent(written) }
  } catch {
    return undefined
  }
}
