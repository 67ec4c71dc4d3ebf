// The texts that are copied: requests in a form, one after the other. Loaded when somebody copies.
import { addressOf } from '../../../exchange/address.js'
import type { Entry } from '../../../schema/entry.js'
import { FORMATS } from '../../../snippets/formats.js'
import type { BodyFile } from '../../../snippets/snippet.js'
import { harOf } from '../session/har-file.js'
import type { FormId } from './form-list.js'

export interface CopyText {
  /** Undefined where none of them can be in this form. */
  text: string | undefined
  /** A sentence for each that cannot be. */
  refused: string[]
  /** Bodies that are too much to paste. */
  files: BodyFile[]
}

export interface CopyPlace {
  /** Of the session, for a HAR. */
  title: string
  /** To what is seen. */
  link: string
}

export async function copyTextOf (id: FormId, entries: readonly Entry[], { title, link }: CopyPlace): Promise<CopyText> {
  switch (id) {
    case 'har': return whole(await harOf(entries, title, 'redact').text())
    case 'harSecrets': return whole(await harOf(entries, title, 'keep').text())
    case 'url': return whole(entries.map(entry => addressOf(entry).href ?? entry.api).join('\n'))
    case 'requestBody': return whole(entries.map(({ request }) => request).join('\n'))
    case 'responseBody': return whole(entries.map(({ response }) => response).join('\n'))
    case 'link': return whole(link)
    case 'markdownSecrets': return snippets('markdown', entries, 'keep')
    default: return snippets(id, entries)
  }
}

function whole (text: string): CopyText {
  return { text: text === '' ? undefined : text, refused: [], files: [] }
}

function snippets (id: string, entries: readonly Entry[], secrets?: 'keep'): CopyText {
  const format = FORMATS.find(format => format.id === id)
  const made = entries.map(entry => format?.copy(entry, { ...secrets && { secrets } }) ?? { refused: '' })
  const texts = made.flatMap(snippet => 'text' in snippet ? [snippet.text] : [])
  return {
    text: texts.length > 0 ? texts.join('\n\n') : undefined,
    refused: made.flatMap(snippet => 'refused' in snippet ? [snippet.refused] : []),
    files: made.flatMap(snippet => 'file' in snippet && snippet.file ? [snippet.file] : [])
  }
}
