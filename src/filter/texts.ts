// The texts of an entry that a key searches. A missing text is not in the list, so that nothing matches it, not even `*`.
import { longTextOf, type ListedEntry } from '../exchange/held.js'
import { markTexts } from '../exchange/mark.js'
import type { AppliedRule } from '../schema/rule.js'
import { factsOf } from './facts.js'
import { parsedFactsOf } from './parsed-facts.js'
import type { KeyName } from './keys.js'

export function textsOf (key: KeyName, entry: ListedEntry): readonly string[] {
  switch (key) {
    case 'method': return [entry.method]
    case 'host': return given(factsOf(entry).address.host)
    case 'path': return [factsOf(entry).address.path]
    case 'api': return [factsOf(entry).pattern]
    case 'query': return parsedFactsOf(entry).queries
    case 'operation': return operationTexts(entry)
    case 'code': return given(factsOf(entry).code)
    case 'kind': return [factsOf(entry).kind]
    case 'mime-type': return given(factsOf(entry).body.mediaType)
    case 'body': return [longTextOf(entry, 'response'), longTextOf(entry, 'request')]
    case 'request': return [longTextOf(entry, 'request')]
    case 'response': return [longTextOf(entry, 'response')]
    case 'message': return messageTexts(entry)
    case 'storage': return [longTextOf(entry, 'storage')]
    case 'params': return [longTextOf(entry, 'pageParams')]
    case 'source': return given(entry.source)
    case 'via': return given(entry.via)
    case 'initiator': return initiatorTexts(entry)
    case 'note': return given(entry.note)
    case 'mark': return markTexts(entry.mark)
    case 'rule': return ruleTexts(entry.rule)
    // Conditions of these keys do not search texts.
    case 'status': case 'size': case 'larger-than': case 'time': case 'header': case 'request-header': case 'response-header':
    case 'json': case 'after': case 'before': case 'is': case 'verdict': return []
  }
}

function operationTexts (entry: ListedEntry): string[] {
  const { operation } = factsOf(entry)
  return operation ? [...given(operation.name), operation.kind] : []
}

// Messages of bytes have no text.
function messageTexts ({ messageList = [] }: ListedEntry): string[] {
  return messageList.flatMap(({ text, event }) => [...given(text), ...given(event)])
}

function ruleTexts (rule: AppliedRule | undefined): string[] {
  return rule ? [rule, ...rule.also ?? []].flatMap(({ name, id }) => [name, id]) : []
}

function initiatorTexts ({ initiator = [] }: ListedEntry): string[] {
  return initiator.flatMap(({ function: name, url, line }) => [...given(name), `${url}:${line}`])
}

function given (text: string | undefined): string[] {
  return text ? [text] : []
}
