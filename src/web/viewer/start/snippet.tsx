// A text, with a button that copies it.
import { useEffect, useState } from 'preact/hooks'
import type { ComponentChildren } from 'preact'
import { Icon } from '../kit/icons.js'
import { useCopy, usePage } from '../context.js'

const DONE_MS = 2000

export interface SnippetProps {
  /** What the text is, for screen readers. */
  name: string
  text: string
  /** Its purpose and its requirements. */
  children?: ComponentChildren
}

export function Snippet ({ name, text, children }: SnippetProps) {
  return (
    <div class='snippet' role='group' aria-label={name}>
      {children !== undefined && <p>{children}</p>}
      <div class='snippet-text'>
        <pre tabIndex={0} class='data'><code>{text}</code></pre>
        <CopyButton text={text} />
      </div>
    </div>
  )
}

export function CopyButton ({ text }: { text: string }) {
  const { words } = usePage()
  const copy = useCopy()
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => { setDone(false) }, DONE_MS)
    return () => { clearTimeout(timer) }
  }, [done])
  return (
    <button type='button' class='button framed' onClick={() => { copy(text, undefined, () => { setDone(true) }) }}>
      <Icon name={done ? 'check' : 'copy'} />{words.start.copy}
    </button>
  )
}
