// One entry beside another: with which one is asked first, and can be chosen anew. The other one is what was, this one what is now.
import { useEffect, useState } from 'preact/hooks'
import type { Entry } from '../../../schema/entry.js'
import { Icon } from '../kit/icons.js'
import { Menu, MenuItem } from '../kit/menu.js'
import { useCopy, usePage } from '../context.js'
import { WithWhole } from '../entry/whole-shown.js'
import { compareWith, forget } from '../model/compare/choose.js'
import { Chooser } from './chooser.js'
import { compare, markdownOf, type Compared } from '../model/compare/comparer.js'
import { PARTS } from '../model/compare/comparison.js'
import { PartSection } from './part-section.js'
import { Sides } from './sides.js'
import { useOther } from './use-other.js'
import './compare.css'

export function CompareTab ({ entry }: { entry: Entry }) {
  const { words: { compare: words } } = usePage()
  const other = useOther(entry)
  switch (other.state) {
    case 'none': return <Chooser entry={entry} />
    case 'reading': return <p class='detail-empty' role='status'>{words.reading}</p>
    case 'missing': return <Chooser entry={entry} problem={other.reason} />
    case 'there': return <WithWhole entry={other.entry}>{before => <Beside before={before} after={entry} from={other.from} />}</WithWhole>
  }
}

interface BesideProps {
  before: Entry
  after: Entry
  /** Where `before` is from, if not from this session. */
  from: string | undefined
}

function Beside ({ before, after, from }: BesideProps) {
  const { words: { compare: words } } = usePage()
  const compared = useComparison(before, after)
  return (
    <section class='overview compare' aria-label={words.region}>
      <Actions before={before} after={after} from={from} />
      <Sides before={before} after={after} from={from} sizes={compared?.comparison.sizes} />
      {!compared && <p class='dim compare-busy' role='status'>{words.comparing}</p>}
      {compared?.isQuick && <p class='notice warn' role='status'>{words.tooMuch}</p>}
      {compared && PARTS.map(part => <PartSection key={part} part={part} before={before} after={after} difference={compared.comparison.parts[part]} />)}
    </section>
  )
}

/** Undefined while it is being made. An entry that changes is compared anew. */
function useComparison (before: Entry, after: Entry): Compared | undefined {
  const [made, setMade] = useState<Compared & { of: [Entry, Entry] } | undefined>(undefined)
  useEffect(() => {
    const ending = new AbortController()
    compare(before, after, ending.signal).then(compared => setMade({ ...compared, of: [before, after] }), () => {})
    return () => ending.abort()
  }, [before, after])
  return made?.of[0] === before && made.of[1] === after ? made : undefined
}

function Actions ({ before, after, from }: BesideProps) {
  const page = usePage()
  const { toasts, words: { compare: words, copy: { markdown, markdownSecrets, copiedAs, failed } } } = page
  const copy = useCopy()
  const copyMarkdown = (secrets: 'redact' | 'keep') => {
    markdownOf(before, after, secrets).then(text => copy(text, copiedAs('Markdown')), () => toasts.show(failed, 'problem'))
  }
  const item = (label: string, secrets: 'redact' | 'keep') => <MenuItem onClick={() => copyMarkdown(secrets)}>{label}</MenuItem>
  return (
    <div class='compare-actions'>
      <button type='button' class='button framed' onClick={() => forget(page)}>{words.other}</button>
      {from === undefined && <button type='button' class='button framed' onClick={() => compareWith(page, before.id, after.id)}>{words.swap}</button>}
      <Menu label={words.copy} class='button framed' button={<><Icon name='copy' />{words.copy}</>} align='start'>
        {() => <>{item(markdown, 'redact')}{item(markdownSecrets, 'keep')}</>}
      </Menu>
    </div>
  )
}
