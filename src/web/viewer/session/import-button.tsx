// Imports the requests of a HAR file into this session.
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { IconButton } from '../kit/icons.js'
import { usePage } from '../context.js'

export function ImportButton () {
  const { words } = usePage()
  const { input, choose } = useImport()
  return (
    <>
      <IconButton icon='import' name={words.session.import} onClick={choose} />
      {input}
    </>
  )
}

/** `input` must stay on the page while the person chooses a file, because it receives the event. */
export function useImport (): { input: ComponentChildren, choose: () => void } {
  const { session, toasts, words } = usePage()
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined) => {
    if (!file) return
    try {
      const { importHar } = await import('../model/session/har-file.js')
      const { recorded, refused } = await importHar(file, session.api)
      toasts.show(words.session.imported(recorded, refused), refused > 0 ? 'problem' : 'info')
    } catch (error) {
      toasts.show(words.session.notImported(error instanceof Error ? error.message : String(error)), 'problem')
    }
  }
  const element = (
    <input
      ref={input} type='file' accept='.har,application/json' hidden aria-label={words.session.importFile}
      onChange={event => {
        take(event.currentTarget.files?.[0]).catch(() => {})
        event.currentTarget.value = ''
      }}
    />
  )
  return { input: element, choose: () => input.current?.click() }
}
