// Copies requests in a format, and reports the result.
import type { ListedEntry } from '../../../exchange/held.js'
import { bytesOf } from '../model/bodies/bytes.js'
import { usePage } from '../context.js'
import { addressOf } from '../model/view.js'
import type { Words } from '../words/words.js'
import { save } from '../kit/save.js'
import { sentenceOf } from '../kit/sentence-of.js'
import { writeClipboard } from '../kit/clipboard.js'
import type { CopyText } from './copy-text.js'
import { FORMS, type FormId } from './form-list.js'

export function useCopyAs (): (id: FormId, entries: readonly ListedEntry[]) => void {
  const page = usePage()
  return (id, entries) => {
    copyAs(page, id, entries).catch(() => page.toasts.show(page.words.copy.failed, 'problem'))
  }
}

/** The forms whose name is the same in every language. */
type Labeled = Extract<typeof FORMS[number], { label: string }>['id']

export function labelOf (words: Words['copy'], id: FormId): string {
  const form = FORMS.find(form => form.id === id)
  if (form && 'label' in form) return form.label
  return words[id as Exclude<FormId, Labeled>]
}

async function copyAs (page: ReturnType<typeof usePage>, id: FormId, entries: readonly ListedEntry[]): Promise<void> {
  const { toasts, words: { copy: words, exports: { goneMeanwhile } } } = page
  const made = await copiedText(page, id, entries)
    .catch((error: unknown) => toasts.show(words.notRead(sentenceOf(error)), 'problem'))
  if (!made) return
  const { text, refused, files, gone } = made
  if (gone > 0 && gone === entries.length) return toasts.show(words.gone(gone), 'problem')
  if (text === undefined) return toasts.show(refused[0] === undefined ? words.nothing : words.refusal(refused[0]), 'problem')
  if (!await writeClipboard(text)) return toasts.show(words.failed, 'problem')
  // With several requests, each file would get the name of the last one.
  const [file] = files
  if (file && files.length === 1) {
    const bytes = bytesOf('base64' in file.body ? { base64: file.body.base64, text: '' } : { base64: undefined, text: file.body.text })
    save(new Blob([bytes]), file.name)
    return toasts.show(words.copiedFile(labelOf(words, id), file.name))
  }
  const count = entries.length - gone
  if (gone > 0) return toasts.show(goneMeanwhile(gone), 'problem')
  const label = labelOf(words, id)
  toasts.show(count === 1 ? words.copiedAs(label) : words.copiedSome(count - refused.length, label, refused.length))
}

async function copiedText ({ session, view }: ReturnType<typeof usePage>, id: FormId, entries: readonly ListedEntry[]): Promise<CopyText> {
  const { copyTextOf } = await import('./copy-text.js')
  const link = new URL(addressOf(view, window, session.id), location.href).href
  return await copyTextOf(id, entries, { title: session.id, link, wholes: session.wholes })
}
