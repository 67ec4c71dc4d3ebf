// Several requests as a Postman collection, version 2.1 (https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html).
import type { Entry } from '../schema/entry.js'
import { responseBodyOf } from '../exchange/body.js'
import { readHeaders, type HeaderField } from '../exchange/headers.js'
import { statusOf } from '../exchange/status.js'
import { headerOf, type Sendable } from './sendable.js'

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

const VARIABLES = 'This request contains double braces: Postman replaces the text between them with its variables'

/** A request that can be sent, and the entry that it was made from. */
export interface Collected { entry: Entry, request: Sendable }

export function postmanCollection (name: string, collected: readonly Collected[]): string {
  return JSON.stringify({ info: { name, schema: SCHEMA }, item: collected.map(itemOf) }, null, 2)
}

function itemOf ({ entry, request }: Collected): object {
  const sent = requestOf(request)
  return {
    name: `${request.method} ${new URL(request.normalUrl).pathname}`,
    request: sent,
    response: answerOf(entry, sent),
    // By default, Postman sends no body with these methods.
    ...request.body && /^(?:GET|HEAD|COPY|PURGE|UNLOCK)$/.test(request.method) && { protocolProfileBehavior: { disableBodyPruning: true } }
  }
}

function requestOf (request: Sendable): object {
  const description = [
    ...request.remarks,
    ...JSON.stringify([request.url, request.headers, request.body]).includes('{{') ? [VARIABLES] : [],
    ...request.body && 'base64' in request.body ? ['The recorded body is not text, so it is not part of the collection'] : []
  ].join('. ')
  return {
    method: request.method,
    header: request.headers.map(fieldOf),
    url: urlOf(request.url),
    ...request.body && 'text' in request.body && { body: bodyOf(request, request.body.text) },
    ...description && { description }
  }
}

/** With its parts, from which Postman's editor builds the address. */
function urlOf (raw: string): object {
  const [, protocol = '', host = '', port, rest = ''] = /^(https?):\/\/([^/?#]*?)(?::(\d+))?(?=[/?]|$)(.*)$/s.exec(raw) ?? []
  const [path = '', ...query] = rest.split('?')
  return {
    raw,
    protocol,
    host: [host],
    ...port && { port },
    path: path.split('/').slice(1),
    ...query.length > 0 && { query: query.join('?').split('&').map(pairOf) }
  }
}

function pairOf (pair: string): object {
  const at = pair.indexOf('=')
  return at < 0 ? { key: pair, value: null } : { key: pair.slice(0, at), value: pair.slice(at + 1) }
}

function bodyOf (request: Sendable, raw: string): object {
  const type = headerOf(request, 'content-type') ?? ''
  const language = /json/i.test(type) ? 'json' : /xml/i.test(type) ? 'xml' : 'text'
  return { mode: 'raw', raw, options: { raw: { language } } }
}

/** The recorded response, as an example. */
function answerOf (entry: Entry, originalRequest: object): object[] {
  const status = statusOf(entry.responseHeader)
  if (!status || status.code < 100) return []
  const body = responseBodyOf(entry)
  return [{
    name: `${status.code} ${status.text}`.trim(),
    originalRequest,
    status: status.text,
    code: status.code,
    header: readHeaders(entry.responseHeader).fields.map(fieldOf),
    ...body.base64 === undefined && { body: body.text }
  }]
}

function fieldOf ({ name, value }: HeaderField): object {
  return { key: name, value }
}
