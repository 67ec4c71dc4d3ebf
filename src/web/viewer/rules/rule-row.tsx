// One rule of the list.
import { useEffect, useState } from 'preact/hooks'
import { print } from '../../../filter/print.js'
import { EVERYTHING } from '../../../filter/query.js'
import type { Rule } from '../../../schema/rule.js'
import { runningText } from '../../../text/duration.js'
import { visibleHead } from '../../../text/visible.js'
import { usePage } from '../context.js'
import { IconButton } from '../kit/icons.js'
import { onlyThis } from '../model/filter/edit.js'
import { timesLeft, type Hits } from '../model/rules/hits.js'
import { rulesOf } from '../model/rules/rules-of.js'
import { renewing } from '../model/rules/rule-changes.js'
import type { HandleProps } from './use-ordering.js'
import { act, effectOf, namedAfter, remove, switchOne } from './actions.js'

interface RuleRowProps {
  rule: Rule
  hits: Hits | undefined
  isDragged: boolean
  /** The properties of the button by which it is moved. */
  handle: HandleProps
}

export function RuleRow ({ rule, hits, isDragged, handle }: RuleRowProps) {
  const page = usePage()
  const { view, words: { rules: words } } = page
  const name = visibleHead(rule.name)
  const ended = useLeft(rule) <= 0
  const isNamed = rule.name !== namedAfter(rule, words)
  return (
    <li class={`rule${rule.enabled && !ended ? '' : ' inactive'}${isDragged ? ' dragged' : ''}`} data-rule={rule.id}>
      <button type='button' class='rule-handle' aria-label={words.move(name)} title={words.move(name)} {...handle}>
        <svg viewBox='0 0 8 16' width='8' height='16' aria-hidden='true'><path d='M2 4h0M6 4h0M2 8h0M6 8h0M2 12h0M6 12h0' /></svg>
      </button>
      <input
        type='checkbox' role='switch' class='rule-switch' aria-label={words.enabled(name)} title={words.enabled(name)}
        checked={rule.enabled}
        onChange={event => { switchOne(page, rule, event.currentTarget.checked).catch(() => {}) }}
      />
      <button
        type='button' class='rule-name' title={words.edit(name)}
        onClick={() => { view.rules.value = { at: 'editor', rule, base: rule, isWithin: true } }}
      >
        <strong class='data'><span class='unseen'>{words.edit('')}</span>{name}</strong>
        <span class='dim'>
          {isNamed && `${effectOf(rule.action, words)} · `}
          <span class='data mono'>{visibleHead(rule.match) || words.everything}</span>
        </span>
      </button>
      <Figures rule={rule} hits={hits} isEnded={ended} />
      <IconButton
        icon='close' name={words.deleteNamed(name)} class='button icon rule-delete'
        onClick={() => { remove(page, rule).catch(() => {}) }}
      />
    </li>
  )
}

function Figures ({ rule, hits, isEnded }: { rule: Rule, hits: Hits | undefined, isEnded: boolean }) {
  const page = usePage()
  const { view, words: { rules: words } } = page
  const left = timesLeft(rule, hits)
  const leftMs = useLeft(rule)
  const show = () => {
    view.filter.value = print(onlyThis(EVERYTHING, {
      type: 'key', key: 'rule', values: [{ type: 'quoted', text: rule.id, exact: true }]
    }))
    view.rules.value = undefined
  }
  const renew = () => { act(page, renewing(rule.id)).catch(() => {}) }
  return (
    <span class='rule-figures'>
      {hits
        ? <button type='button' class='button rule-hits' title={words.hitsHint} onClick={show}>{words.hits(hits.count)}</button>
        : <span class='dim'>{words.noHits}</span>}
      {left !== undefined && <span class={left === 0 ? 'rule-over' : ''} title={words.leftHint}>{words.left(left, rule.times ?? 0)}</span>}
      {rule.chance !== undefined && <span title={words.chanceOfHint}>{words.chanceOf(rule.chance)}</span>}
      {isEnded
        ? (
          <>
            <span class='rule-over'>{words.ended}</span>
            <button type='button' class='button framed' onClick={renew}>{words.renew}</button>
          </>
          )
        : <span class='dim'>{words.endsIn(leftText(leftMs))}</span>}
    </span>
  )
}

/** In milliseconds, by the clock of Redis; it ticks. */
function useLeft ({ expires }: Pick<Rule, 'expires'>): number {
  const list = rulesOf(usePage().session)
  const leftMs = expires - list.nowMs()
  const [, setTick] = useState(0)
  useEffect(() => {
    if (leftMs <= 0) return
    const timer = setTimeout(() => setTick(tick => tick + 1), leftMs > 120_000 ? 15_000 : 1000)
    return () => clearTimeout(timer)
  })
  return leftMs
}

/** Whole minutes, or seconds near the end: figures that change every second would distract. */
export function leftText (ms: number): string {
  if (ms < 120_000) return runningText(ms)
  const minutes = Math.round(ms / 60_000)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`
}
