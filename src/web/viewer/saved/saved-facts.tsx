// When a page was saved, and what of the session is in it; in words that cannot be overlooked where something is missing.
import { Popover } from '../kit/popover.js'
import { moment } from '../words/format.js'
import { Icon } from '../kit/icons.js'
import { usePage } from '../context.js'
import type { SavedData } from './read-saved.js'

export function SavedFacts ({ data }: { data: SavedData }) {
  const { words: { saved: words } } = usePage()
  const { about: { savedMs, isPart, secrets, version }, entries, screenshots, leftOut, isCut } = data
  const sentences = [
    isPart ? words.part(entries.length) : words.whole(entries.length),
    screenshots.length > 0 && words.screenshots(screenshots.length),
    leftOut > 0 && words.leftOut(leftOut),
    secrets === 'redact' ? words.redacted : words.withSecrets,
    words.readOnly,
    words.version(version)
  ].filter(sentence => typeof sentence === 'string')
  return (
    <>
      <Popover name={words.about} class='pill saved-pill' icon={<span>{words.saved(moment(savedMs), entries.length)}</span>}>
        {() => <div class='saved-facts'>{sentences.map(sentence => <p key={sentence}>{sentence}</p>)}</div>}
      </Popover>
      {isCut && <span class='saved-cut' role='alert'><Icon name='warning' />{words.cut}</span>}
      {secrets === 'keep' && <span class='saved-cut'><Icon name='warning' />{words.hasSecrets}</span>}
    </>
  )
}
