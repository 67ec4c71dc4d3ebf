// Of a request that failed: that the same one went well, and one press to see what is different.
import type { Held } from '../../../exchange/held.js'
import { startMsOf } from '../../../exchange/outcome.js'
import { clockOf } from '../text/formats.js'
import { usePage } from '../context.js'
import { compareWith } from '../model/compare/choose.js'
import { useLastGood } from './use-last-good.js'

export function LastGoodNotice ({ entry }: { entry: Held }) {
  const page = usePage()
  const { words: { compare: words } } = page
  const good = useLastGood(entry)
  if (!good) return null
  return (
    <p class='notice last-good'>
      <span>{words.wentWell(clockOf(startMsOf(good)))}</span>
      <button type='button' class='button framed' onClick={() => compareWith(page, entry.id, good.id)}>{words.lastGood}</button>
    </p>
  )
}
