// Copying for components: what was copied is told by a toast.
import { usePage } from '../context.js'
import { writeClipboard } from '../kit/clipboard.js'

/** `said`: what the toast says where it worked. */
export function useCopy (): (text: string, said?: string) => void {
  const { toasts, words: { copy: words } } = usePage()
  return (text, said = words.copied) => {
    writeClipboard(text).then(isCopied => isCopied ? toasts.show(said) : toasts.show(words.failed, 'problem'), () => toasts.show(words.failed, 'problem'))
  }
}
