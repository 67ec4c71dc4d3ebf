// Copying requests in a form, and telling how it went.
import type { Held } from '../../../exchange/held.js'
import { bytesOf } from '../bodies/bytes.js'
import { usePage, type PageContext } from '../page/page.js'
import { addressOf } from '../page/view.js'
import type { Words } from '../page/words/words.js'
import { save } from '../page/save.js'
import { writeClipboard } from '../page/clipboard.js'
import { FORMS, type FormId } from './form-list.js'

export function useCopyAs (): (id: FormId, entries: readonly Held[]) => void {
  const page = usePage()
  return (id, entries) => {
    copyAs(page, page.words.copy, id, entries).catch(() => page.toasts.show(page.words.copy.failed, 'problem'))
  }
}

export function labelOf (words: Words['copy'], id: FormId): string {
  const form = FORMS.find(form => form.id === id)
  if (form && 'label' in form) return form.label
  return words[id as Exclude<FormId, `curl-${string}` | 'powershell' | `fetch${string}` | 'wx-request'>]
}

async function copyAs ({ session, toasts, view }: PageContext, words: Words['copy'], id: FormId, entries: readonly Held[]): Promise<void> {
  const { copyTextOf } = await import('./copy-text.js')
  const { text, refused, files } = await copyTextOf(id, entries, { title: session.id, link: new URL(addressOf(view, window, session.id), location.href).href })
  if (text === undefined) return toasts.show(refused[0] ?? words.nothing, 'problem')
  if (!await writeClipboard(text)) return toasts.show(words.failed, 'problem')
  // Of several requests each file would have the name of the last.
  const [file] = files
  if (file && files.length === 1) {
    save(new Blob([bytesOf('base64' in file.body ? { base64: file.body.base64, text: '' } : { base64: undefined, text: file.body.text })]), file.name)
    return toasts.show(words.copiedFile(labelOf(words, id), file.name))
  }
  toasts.show(entries.length === 1 ? words.copiedAs(labelOf(words, id)) : words.copiedSome(entries.length - refused.length, labelOf(words, id), refused.length))
}
