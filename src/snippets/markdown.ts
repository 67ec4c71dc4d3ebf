// A request and its response as Markdown, for a ticket: the address, times, source, note, headers and bodies; long parts are cut.
import { addressOf } from '../exchange/address.js'
import { requestBodyOf, responseBodyOf, type Body } from '../exchange/body.js'
import { readHeaders } from '../exchange/headers.js'
import { isPending, startMsOf } from '../exchange/outcome.js'
import { statusOf } from '../exchange/status.js'
import { indented } from '../json/indent.js'
import { isJson } from '../json/is-json.js'
import type { Entry } from '../schema/entry.js'
import { counted } from '../text/count.js'
import { codeSpan, fenced } from './markdown-code.js'

/** The limit for each body and each block of headers, in characters. A comment on GitHub may have 65,536, one in Jira 32,767. */
const MAX_LENGTH = 10_000
const MAX_LINE_LENGTH = 500

export function markdown (entry: Entry, longest = MAX_LENGTH): string {
  const address = addressOf(entry)
  const headers = [`${entry.method} ${address.path}${address.query}`, ...linesOf(entry.requestHeader)]
  const { startLine } = readHeaders(entry.responseHeader)
  const answer = [...startLine === '' ? [] : [startLine], ...linesOf(entry.responseHeader)]
  return [
    `### ${inline(`${entry.method} ${address.path}`)}: ${outcomeOf(entry)}`,
    factsOf(entry, address.href ?? entry.api),
    block('Request', headers, longest),
    bodyOf('Request body', requestBodyOf(entry), longest),
    answer.length > 0 ? block('Response', answer, longest) : '',
    bodyOf('Response body', responseBodyOf(entry), longest)
  ].filter(part => part !== '').join('\n\n') + '\n'
}

function outcomeOf (entry: Entry): string {
  if (isPending(entry)) return 'no response yet'
  const status = statusOf(entry.responseHeader)
  if (status?.code === 0) return 'no response'
  return status ? inline(`${status.code} ${status.text}`.trim()) : 'no status recorded'
}

function factsOf (entry: Entry, address: string): string {
  const startMs = startMsOf(entry)
  return [
    inline(address),
    // JavaScript has no dates beyond this.
    ...Math.abs(startMs) <= 8.64e15 ? [`Started ${new Date(startMs).toISOString()}`] : [],
    ...isPending(entry) ? [] : [`Took ${entry.timeConsuming} ms`],
    ...entry.source ? [`Recorded by ${inline(entry.source)}`] : [],
    ...entry.note ? [`Note: ${inline(entry.note)}`] : []
  ].map(fact => `- ${fact}`).join('\n')
}

function linesOf (header: string): string[] {
  return readHeaders(header).fields.map(({ name, value }) => `${name}: ${value}`)
}

function block (title: string, lines: string[], longest: number): string {
  const { text, remark } = cut(lines.join('\n'), longest)
  return `**${title}**${remark}\n\n${fenced(text, 'http')}`
}

function bodyOf (title: string, body: Body, longest: number): string {
  if (body.text === '') return ''
  const type = inline(body.mediaType)
  const cutBefore = body.cut === undefined ? '' : `, cut by the recorder: ${inline(body.cut)}`
  const heading = `**${title}**, ${counted(body.size, 'byte')}${type && ` of ${type}`}${cutBefore}`
  if (body.base64 !== undefined) return `${heading}, not shown`
  const { text, remark } = cut(laidOut(body.text, longest), longest)
  return `${heading}${remark}\n\n${fenced(text, languageOf(body))}`
}

// A text with several lines already has a layout.
function laidOut (text: string, longest: number): string {
  return (text.includes('\n') ? undefined : indented(text, longest)) ?? text
}

function languageOf ({ text, mediaType }: Body): string {
  if (isJson(text)) return 'json'
  return /\b(?:json|html|xml|css|javascript|graphql)\b/.exec(mediaType)?.[0] ?? ''
}

/** `remark` reports what is missing; empty if nothing was cut. */
function cut (text: string, longest: number): { text: string, remark: string } {
  if (text.length <= longest) return { text, remark: '' }
  // Not between the halves of a surrogate pair.
  const kept = text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')
  return { text: kept, remark: `, cut here: the first ${kept.length} of ${text.length} characters` }
}

function inline (text: string): string {
  const { text: kept, remark } = cut(text, MAX_LINE_LENGTH)
  return codeSpan(remark === '' ? kept : `${kept}…`)
}
