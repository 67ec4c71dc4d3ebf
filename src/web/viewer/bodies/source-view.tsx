// Source code, formatted for reading. If it cannot be formatted, the recorded text is shown.
import { useEffect, useState } from 'preact/hooks'
import { usePage } from '../context.js'
import type { Search } from '../model/bodies/search.js'
import type { SourceLanguage } from '../model/bodies/source-format.js'
import { TextView } from './text-view.js'

interface SourceViewProps {
  text: string
  label: string
  language: SourceLanguage
  search: Search
}

export function SourceView ({ text, label, language, search }: SourceViewProps) {
  const { words: { bodies: words } } = usePage()
  const [formatted, setFormatted] = useState<{ of: string, text: string | undefined } | undefined>(undefined)
  useEffect(() => {
    const stop = new AbortController()
    const format = async () => {
      const { formatSource } = await import('../model/bodies/source-load.js')
      const result = await formatSource(text, language, stop.signal)
      if (!stop.signal.aborted) setFormatted({ of: text, text: result })
    }
    format().catch(() => { if (!stop.signal.aborted) setFormatted({ of: text, text: undefined }) })
    return () => { stop.abort() }
  }, [text, language])
  if (formatted?.of !== text) return <p class='notice' role='status'>{words.formatting}</p>
  return (
    <>
      {formatted.text === undefined && <p class='notice warn' role='status'>{words.notFormatted}</p>}
      <TextView text={formatted.text ?? text} label={label} language={language} search={search} />
    </>
  )
}
