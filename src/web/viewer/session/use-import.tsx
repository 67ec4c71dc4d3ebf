// Imports the requests of a HAR file into this session.
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { usePage } from '../context.js'

/** `input` must stay on the page while the person chooses a file, because it receives the event. */
export function useImport (): { input: ComponentChildren, choose: () => void } {
  const { session, toasts, words } = usePage()
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined) => {
    if (!file) return
    const { importFile } = await import('./import-file.js')
    await importFile(file, session.api, toasts)
  }
  const element = (
    <input
      ref={input} type='file' accept='.har,application/json' hidden aria-label={words.session.importFile}
      onChange={event => {
        take(event.currentTarget.files?.[0]).catch(() => { toasts.show(words.page.notLoaded, 'problem') })
        event.currentTarget.value = ''
      }}
    />
  )
  return { input: element, choose: () => input.current?.click() }
}
