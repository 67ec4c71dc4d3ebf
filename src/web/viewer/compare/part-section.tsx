// One part of two requests, such as headers or a body: the differences, and how much is equal. If everything is equal, one line says so.
import type { Entry } from '../../../schema/entry.js'
import { FieldsTable } from '../bodies/fields-table.js'
import { Changes } from '../bodies/changes.js'
import { usePage } from '../context.js'
import type { BodyDifference } from '../model/compare/body-difference.js'
import { partText, type ComparedPart } from '../model/compare/comparison.js'
import type { FieldDifferences } from '../../../difference/field-differences.js'
import { JsonView } from './json-view.js'
import { TextView } from './text-view.js'

interface PartProps {
  part: ComparedPart
  before: Entry
  after: Entry
  difference: BodyDifference
}

export function PartSection ({ part, before, after, difference }: PartProps) {
  const { words: { compare: words } } = usePage()
  if (difference.kind === 'equal' && difference.isEmpty) return null
  const title = words.parts[part]
  const isEqual = difference.kind === 'equal' || (difference.kind === 'fields' && difference.fields.changed === 0)
  return (
    <section class={`compare-part ${isEqual ? 'equal' : ''}`} aria-label={title}>
      <h3>
        {title}
        <span
          class='section-count'
        >
          {isEqual ? words.allEqual : difference.kind === 'fields' ? words.differences(difference.fields.changed) : words.differs}
        </span>
      </h3>
      {difference.kind === 'fields' && <Fields fields={difference.fields} label={title} />}
      {difference.kind === 'json' && (
        <JsonView a={partText(before, part)} b={partText(after, part)} difference={difference.json} label={title} />
      )}
      {difference.kind === 'lines' && (
        <TextView a={partText(before, part)} b={partText(after, part)} difference={difference.lines} label={title} />
      )}
      {difference.kind === 'bytes' && (
        <p class='compare-bytes'>{difference.why === 'binary' ? words.bytes(difference.at) : words.largeBytes(difference.at)}</p>
      )}
    </section>
  )
}

function Fields ({ fields: { changes, changed, equal, equalCount }, label }: { fields: FieldDifferences, label: string }) {
  const { words: { compare: words } } = usePage()
  return (
    <>
      {changes.length > 0 && <Changes changes={changes} />}
      {changed > changes.length && <p class='notice'>{words.onlyFirst(changes.length, changed)}</p>}
      {equalCount > 0 && (
        <details class='compare-equal'>
          <summary>{words.equalFields(equalCount)}</summary>
          <FieldsTable fields={equal} label={`${label}: ${words.equalFields(equalCount)}`} />
          {equalCount > equal.length && <p class='notice'>{words.onlyFirst(equal.length, equalCount)}</p>}
        </details>
      )}
    </>
  )
}
