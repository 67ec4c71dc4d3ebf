// All formats in which several requests are copied as one text, in the order of the menu.
import { redactEntry } from '../redact/entry-redactor.js'
import type { Entry } from '../schema/entry.js'
import type { CopyOptions } from './formats.js'
import { postmanCollection } from './postman.js'
import { requestOf } from './request.js'
import { sendable } from './sendable.js'
import { shellScript, type ScriptRequest } from './shell-script.js'

export interface CollectionOptions extends Pick<CopyOptions, 'secrets' | 'origin'> {
  /** The name of the collection. */
  name: string
}

/** `refused`: a sentence for each request that the text cannot contain. */
export interface CollectionText { text: string, refused: string[] }

export interface Collection {
  /** Stays the same between versions, so that the user's last choice can be stored. */
  id: string
  label: string
  copy: (entries: readonly Entry[], options: CollectionOptions) => CollectionText
}

export const COLLECTIONS: readonly Collection[] = [
  {
    id: 'shell-script',
    label: 'Shell script (cURL)',
    copy: (entries, options) => shellScript(prepared(entries, options).map(({ request }) => request))
  },
  { id: 'postman', label: 'Postman collection', copy: postman }
]

function postman (entries: readonly Entry[], options: CollectionOptions): CollectionText {
  const all = prepared(entries, options)
  const collected = all.flatMap(({ entry, request }) => 'refused' in request ? [] : [{ entry, request }])
  return {
    text: postmanCollection(options.name, collected),
    refused: all.flatMap(({ request }) => 'refused' in request ? [request.refused] : [])
  }
}

function prepared (entries: readonly Entry[], { secrets = 'keep', origin }: CollectionOptions): { entry: Entry, request: ScriptRequest }[] {
  return entries.map(given => {
    const entry = secrets === 'redact' ? redactEntry(given) : given
    return { entry, request: sendable(requestOf(entry, origin)) }
  })
}
