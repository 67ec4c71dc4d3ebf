// Recorded text in the editor, which is loaded on first use.
import { useSignalEffect } from '@preact/signals'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { usePage } from '../context.js'
import { Safe } from '../kit/safe.js'
import { BrokenLines, MAX_LINE_LENGTH } from '../model/bodies/broken-lines.js'
import { MAX_FOUND, tell, type Search, findAll } from '../model/bodies/search.js'
import type { Language } from '../model/bodies/views.js'
import type { Editor } from './editor.js'

interface TextViewProps {
  text: string
  label: string
  language: Language | undefined
  /** Undefined if the text is only the start of what will be shown: a search would count too few. */
  search: Search | undefined
}

/** For longer texts, syntax colors would cost more than they help. In characters. */
const MAX_COLORED_LENGTH = 3_000_000

/** Call it before a text is prepared that takes a while, or if it will probably be shown: the editor is then loaded meanwhile. */
export async function loadEditor () {
  return await import('./editor.js')
}

export function TextView ({ text, label, language, search }: TextViewProps) {
  const { words: { bodies: words } } = usePage()
  const host = useRef<HTMLDivElement>(null)
  const lines = useMemo(() => new BrokenLines(text), [text])
  const [editor, setEditor] = useState<Editor | 'failed' | undefined>(undefined)

  useEffect(() => {
    let opened: Editor | undefined
    let isWanted = true
    loadEditor().then(({ openEditor }) => {
      if (!isWanted || !host.current) return
      opened = openEditor(host.current, lines, label, text.length > MAX_COLORED_LENGTH ? undefined : language)
      setEditor(opened)
    }, () => setEditor('failed'))
    return () => {
      isWanted = false
      opened?.close()
    }
  }, [lines, language, label])

  return (
    <div class='text-view'>
      {lines.broken > 0 && <p class='notice'>{words.brokenLines(lines.broken, MAX_LINE_LENGTH)}</p>}
      {lines.isCut && <p class='notice warn'>{words.linesCut}</p>}
      {editor === 'failed' && <pre class='text-plain' tabIndex={0}><Safe text={text} lines most={MAX_COLORED_LENGTH} /></pre>}
      <div class='editor-host' ref={host} />
      {search && editor && editor !== 'failed' && <Found editor={editor} text={text} search={search} key={editor} />}
    </div>
  )
}

function Found ({ editor, text, search }: { editor: Editor, text: string, search: Search }) {
  const places = useRef<{ sought: string, at: number[] }>({ sought: '', at: [] })
  useSignalEffect(() => {
    const sought = search.sought.value
    const current = search.current.value
    if (sought !== places.current.sought) {
      places.current = { sought, at: findAll(text, sought, MAX_FOUND) }
      tell(search, places.current.at.length)
    }
    editor.show(places.current.at, sought.length, current)
  })
  return null
}
