// What needs the long texts of an entry; before they are here, that they are read again, and if they cannot be, why.
import type { ComponentChildren } from 'preact'
import type { Held } from '../../../exchange/held.js'
import type { Entry } from '../../../schema/entry.js'
import { usePage } from '../context.js'
import { useWhole, type Whole } from './use-whole.js'
import './entry.css'

type Show = (entry: Entry) => ComponentChildren

export function WithWhole ({ entry, children }: { entry: Held, children: Show }) {
  return <WholeShown whole={useWhole(entry)}>{children}</WholeShown>
}

export function WholeShown ({ whole, children }: { whole: Whole, children: Show }) {
  const { words: { detail: words } } = usePage()
  switch (whole.state) {
    case 'there': return <>{children(whole.entry)}</>
    case 'gone': return <p class='detail-empty' role='status'>{words.goneMeanwhile}</p>
    case 'reading': return <div class='reading-again' role='status'><span class='unseen'>{words.readingAgain}</span></div>
    case 'failed': return (
      <div class='detail-empty' role='alert'>
        <p>{words.notReadAgain(whole.reason)}</p>
        <button type='button' class='button framed' onClick={() => whole.retry()}>{words.tryAgain}</button>
      </div>
    )
  }
}
