// Brings the requests of a HAR file into this session.
import { useRef } from 'preact/hooks'
import { Icon } from '../page/icons.js'
import { usePage } from '../page/page.js'

export function ImportButton () {
  const { session, toasts, words } = usePage()
  const input = useRef<HTMLInputElement>(null)
  const take = async (file: File | undefined) => {
    if (!file) return
    try {
      const { importHar } = await import('./har-file.js')
      const { recorded, refused } = await importHar(file, session.api)
      toasts.show(words.session.imported(recorded, refused), refused > 0 ? 'problem' : 'info')
    } catch (error) {
      toasts.show(words.session.notImported(error instanceof Error ? error.message : String(error)), 'problem')
    }
  }
  return (
    <>
      <button type='button' class='button icon' aria-label={words.session.import} title={words.session.import} onClick={() => input.current?.click()}><Icon name='import' /></button>
      <input
        ref={input} type='file' accept='.har,application/json' hidden aria-label={words.session.importFile}
        onChange={event => {
          take(event.currentTarget.files?.[0]).catch(() => {})
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
