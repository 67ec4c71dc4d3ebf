// wx.request, for a mini-program of WeChat. The functions of other mini-program platforms accept nearly the same arguments.
import { combined } from './combined.js'
import { comments, jsKey, jsObject, jsString } from './javascript.js'
import { headerOf, type Sendable } from './sendable.js'
import type { Snippet, SnippetBody } from './snippet.js'

// All methods that wx.request accepts. PATCH is not among them.
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE']

export function wxRequest (request: Sendable): Snippet {
  const { method, url, body } = request
  if (!METHODS.includes(method)) return { refused: `wx.request does not send ${method}: use cURL.` }
  // It would turn the data of a GET into a query.
  if (body && ['GET', 'HEAD'].includes(method)) return { refused: `wx.request does not send a body with ${method}: use cURL.` }
  const headers = combined(request.headers).filter(({ name }) => name.toLowerCase() !== 'referer')
  const members = [
    `url: ${jsString(url)}`,
    ...method === 'GET' ? [] : [`method: ${jsString(method)}`],
    ...headers.length > 0 ? [`header: ${jsObject(headers.map(({ name, value }) => `${jsKey(name)}: ${jsString(value)}`), '  ')}`] : [],
    ...body ? [`data: ${dataOf(body)}`] : [],
    'success: response => console.log(response.statusCode, response.data)',
    'fail: error => console.error(error.errMsg)'
  ]
  return { text: `${comments([...request.remarks, ...remarksOn(request)])}wx.request(${jsObject(members, '')})` }
}

function dataOf (body: SnippetBody): string {
  return 'text' in body ? jsString(body.text) : `wx.base64ToArrayBuffer(${jsString(body.base64)})`
}

function remarksOn (request: Sendable): string[] {
  return [
    ...headerOf(request, 'referer') !== undefined ? ['Referer is always that of the mini-program'] : [],
    ...request.body && headerOf(request, 'content-type') === undefined
      ? [
          'No content-type was recorded: wx.request sends application/json'
        ]
      : []
  ]
}
