// Writes raw headers, with their start lines, from what a platform reports. The delivery does this, so the app does not wait for it.

export type HeaderPairs = [name: string, value: string][]

export function valueIn (pairs: readonly (readonly [string, string])[], name: string): string {
  return pairs.find(([known]) => known.toLowerCase() === name)?.[1] ?? ''
}

export const rawHeaders = {
  /** `type`: the content type that the platform adds if the app sets none. */
  request (method: string, address: string, pairs: HeaderPairs, type = ''): string {
    const path = address.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '') || '/'
    const added: HeaderPairs = type && !valueIn(pairs, 'content-type') ? [['content-type', type]] : []
    return `${method} ${path} HTTP/1.1\r\n${lines([...pairs, ...added])}`
  },

  response (status: number, statusText: string, headers: Iterable<[string, string]> | string): string {
    const text = typeof headers === 'string' ? headers : lines(headers)
    return `HTTP/1.1 ${status}${statusText && ` ${statusText}`}\r\n${text}`
  }
}

function lines (pairs: Iterable<[string, string]>): string {
  let text = ''
  for (const [name, value] of pairs) text += `${name}: ${value}\r\n`
  return text
}
