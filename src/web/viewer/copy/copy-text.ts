// Makes the copied text: requests in a format, one after the other. Loaded after the list.
import { addressOf } from '../../../exchange/address.js'
import type { ListedEntry } from '../../../exchange/held.js'
import type { Entry } from '../../../schema/entry.js'
import { COLLECTIONS } from '../../../snippets/collections.js'
import { FORMATS } from '../../../snippets/formats.js'
import type { BodyFile } from '../../../snippets/snippet.js'
import { harOf } from '../model/session/har-file.js'
import type { Session } from '../model/session/session.js'
import type { FormId } from './form-list.js'

export interface CopyText {
  /** Undefined if no request can be written in this format. */
  text: string | undefined
  /** A sentence for each request that cannot be written in this format. */
  refused: string[]
  /** Bodies that are too long to paste. */
  files: BodyFile[]
  /** How many entries were deleted meanwhile. */
  gone: number
}

export interface CopyPlace {
  /** The title of the session, for a HAR. */
  title: string
  /** A link to the current view. */
  link: string
  wholes: Session['wholes']
}

export async function copyTextOf (id: FormId, entries: readonly ListedEntry[], place: CopyPlace): Promise<CopyText> {
  switch (id) {
    case 'url': return only(entries.map(entry => addressOf(entry).href ?? entry.api).join('\n'))
    case 'link': return only(place.link)
  }
  let gone = 0
  const whole: Entry[] = []
  for await (const entry of place.wholes(entries, () => { gone++ })) whole.push(entry)
  return { ...await formText(id, whole, place), gone }
}

async function formText (id: FormId, entries: readonly Entry[], { title }: CopyPlace): Promise<CopyText> {
  switch (id) {
    case 'har': return only(await (await harOf(entries, title, 'redact')).text())
    case 'harSecrets': return only(await (await harOf(entries, title, 'keep')).text())
    case 'requestBody': return only(entries.map(({ request }) => request).join('\n'))
    case 'responseBody': return only(entries.map(({ response }) => response).join('\n'))
    case 'markdownSecrets': return snippets('markdown', entries, 'keep')
    default: return collected(id, entries, title) ?? snippets(id, entries)
  }
}

function only (text: string): CopyText {
  return { text: text === '' ? undefined : text, refused: [], files: [], gone: 0 }
}

function collected (id: FormId, entries: readonly Entry[], name: string): CopyText | undefined {
  const made = COLLECTIONS.find(collection => collection.id === id)?.copy(entries, { name })
  return made && { text: made.refused.length < entries.length ? made.text : undefined, refused: made.refused, files: [], gone: 0 }
}

function snippets (id: string, entries: readonly Entry[], secrets?: 'keep'): CopyText {
  const format = FORMATS.find(format => format.id === id)
  const made = entries.map(entry => format?.copy(entry, { ...secrets && { secrets } }) ?? { refused: '' })
  const texts = made.flatMap(snippet => 'text' in snippet ? [snippet.text] : [])
  return {
    text: texts.length > 0 ? format?.together?.(texts) ?? texts.join('\n\n') : undefined,
    refused: made.flatMap(snippet => 'refused' in snippet ? [snippet.refused] : []),
    files: made.flatMap(snippet => 'file' in snippet && snippet.file ? [snippet.file] : []),
    gone: 0
  }
}
