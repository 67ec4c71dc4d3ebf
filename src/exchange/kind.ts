// The kind of a body, by its content type. Text that looks like JSON counts as JSON whatever its type, because many servers send JSON with
// another type; a body without a known type is judged by its text. Only the beginning and the end of a body are checked, so that a list of
// thousands of entries stays fast.
import type { Entry } from '../schema/entry.js'
import { requestBodyOf, responseBodyOf, type Body } from './body.js'

export const KINDS = ['json', 'form', 'html', 'script', 'style', 'image', 'font', 'media', 'text', 'binary', 'other'] as const
export type Kind = typeof KINDS[number]

/** The kind of the response's body, or of the request's if the response has none; `other` if there is neither. */
export function kindOf (entry: Entry, response = responseBodyOf(entry)): Kind {
  const kind = kindOfBody(response)
  return kind === 'other' ? kindOfBody(requestBodyOf(entry)) : kind
}

export function kindOfBody (body: Body): Kind {
  if (body.base64 === undefined && looksLikeJson(body)) return 'json'
  return kindOfType(body.mediaType) ?? kindOfLooks(body)
}

const TYPES: [Kind, RegExp][] = [
  ['json', /[/+-](?:nd)?json|\/jsonl|json-seq/],
  ['form', /\/x-www-form-urlencoded$|^multipart\/form-data$/],
  ['html', /\/(?:xhtml\+xml|html)$/],
  ['script', /(?:java|ecma|live|j)script/],
  ['style', /^text\/css$/],
  ['image', /^image\//],
  ['font', /^font\/|\/(?:x-)?font-|fontobject$/],
  ['media', /^(?:audio|video)\/|mpegurl$|\/dash\+xml$/],
  ['text', /^text\/|[/+]xml$|yaml$|\/graphql$|\/toml$|\/sql$/],
  ['binary', /^application\/(?!x-unknown)|^multipart\/|^model\//]
]

function kindOfType (mediaType: string): Kind | undefined {
  return TYPES.find(([, type]) => type.test(mediaType))?.[0]
}

// This many characters are enough to recognize a text.
const ENOUGH = 2_000

function looksLikeJson ({ text, cut }: Body): boolean {
  const head = text.slice(0, ENOUGH)
  if (!/^\s*(?:\{\s*["}]|\[\s*(?:[\]{["\d-]|true\b|false\b|null\b))/.test(head)) return false
  if (cut !== undefined) return true
  const tail = text.slice(-ENOUGH).trimEnd()
  return tail.endsWith(head.trimStart().startsWith('{') ? '}' : ']')
}

// eslint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u0008\u000e-\u001a]/
const LOOKS: [Kind, RegExp][] = [
  ['html', /^\s*<(?:!doctype html|html|head|body)\b/i],
  ['image', /^\s*<svg\b/i],
  ['form', /^[^\s=&<>{}[\]"']{1,200}=[^\s<>]*$|^--[^\s]{1,200}\r?\nContent-Disposition: form-data/i],
  ['binary', UNPRINTABLE],
  ['text', /\S/]
]

function kindOfLooks ({ base64, text }: Body): Kind {
  if (base64 !== undefined) return 'binary'
  const head = text.slice(0, ENOUGH)
  return LOOKS.find(([, look]) => look.test(head))?.[0] ?? 'other'
}
