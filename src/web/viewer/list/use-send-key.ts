// The keyboard: e opens the active entry to be edited and sent again.
import { useEffect } from 'preact/hooks'
import { keys } from '../kit/keys.js'
import { usePage } from '../context.js'
import { resending } from '../model/resending.js'

export function useSendKey (): void {
  const { selection, session } = usePage()
  useEffect(() => {
    if (session.isSaved) return
    return keys.on('e', 'send.open', () => {
      const id = selection.active.peek()
      const entry = id === undefined ? undefined : session.entries.peek().find(entry => entry.id === id)
      resending.value = entry
      return entry !== undefined
    })
  }, [selection, session])
}
