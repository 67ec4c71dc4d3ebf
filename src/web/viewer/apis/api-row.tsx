// One row of the table of APIs. It is rendered again only if one of its props has changed.
import { Component } from 'preact'
import { countText } from '../../../text/count.js'
import { durationText } from '../../../text/duration.js'
import { sizeText } from '../../../text/size.js'
import { visibleHead } from '../../../text/visible.js'
import { usePage } from '../context.js'
import { LateIcon } from '../kit/late-icons.js'
import type { ApiColumn } from '../model/apis/api-columns.js'
import type { ApiFigures } from '../model/apis/figures.js'
import { momentText, type TimeFormat } from '../text/moments.js'
import { readable } from '../text/readable.js'
import type { Words } from '../words/words.js'

export interface ApiRowProps {
  figures: ApiFigures
  hasHosts: boolean
  timeFormat: TimeFormat
  firstMs: number
  words: Words
  /** Not in a saved page. */
  hasRules: boolean
}

export class ApiRow extends Component<ApiRowProps> {
  override shouldComponentUpdate (next: ApiRowProps): boolean {
    return (Object.keys(next) as (keyof ApiRowProps)[]).some(name => next[name] !== this.props[name])
  }

  render ({ figures, hasHosts, timeFormat, firstMs, hasRules, words: { apis: words, rules } }: ApiRowProps) {
    const { name, method, host, path, errors, duplicates, nPlusOne, pending, p50, p95, bytes, lastMs, times } = figures
    const repeats = [
      duplicates > 0 && words.duplicates(countText(duplicates)), nPlusOne > 0 && words.nPlusOne(countText(nPlusOne))
    ].filter(Boolean).join(' · ')
    const cells: [ApiColumn, string][] = [
      ['count', countText(figures.count)], ['errors', countText(errors)], ['repeats', repeats],
      ['p50', p50 === undefined ? '' : durationText(p50)], ['p95', p95 === undefined ? '' : durationText(p95)],
      ['bytes', sizeText(bytes)], ['last', momentText(lastMs, timeFormat, firstMs)]
    ]
    return (
      <tr role='row' data-api={name} class={errors > 0 ? 'failed' : ''}>
        <td role='cell' class='api-cell-name'>
          <button type='button' class='api-name' tabIndex={-1} title={words.show}>
            {method !== '' && <><span class='data api-method'>{visibleHead(method)}</span>{' '}</>}
            {hasHosts && host !== '' && <span class='data dim'>{visibleHead(host)}</span>}
            <b class='data'>{visibleHead(readable(path || words.unknown))}</b>
          </button>
          {hasRules && (
            <button
              type='button' class='button icon api-rule' tabIndex={-1} aria-haspopup='menu' aria-label={rules.menuOfApi}
              title={rules.menuOfApi}
            >
              <LateIcon name='rules' />
            </button>
          )}
          {pending > 0 && <span class='api-pending'>{words.pending(pending)}</span>}
        </td>
        {cells.map(([column, text]) => (
          <td key={column} role='cell' class={`api-${column}${text === '0' ? ' none' : ''}`} data-label={words.columns[column]}>{text}</td>
        ))}
        <td role='cell' class='api-times'><Spark times={times} /></td>
      </tr>
    )
  }
}

const [WIDTH, HEIGHT, EDGE] = [96, 20, 2]

// The durations of the newest requests of one API as a line; failed ones as dots.
function Spark ({ times }: Pick<ApiFigures, 'times'>) {
  const { words: { apis: words } } = usePage()
  const last = times.at(-1)
  if (!last) return null
  const took = times.map(({ tookMs }) => tookMs)
  const most = Math.max(...took)
  const text = words.spark(times.length, durationText(Math.min(...took)), durationText(most), durationText(last.tookMs))
  const x = (n: number) => times.length === 1 ? WIDTH - EDGE : EDGE + n / (times.length - 1) * (WIDTH - 2 * EDGE)
  const y = (tookMs: number) => HEIGHT - EDGE - tookMs / most * (HEIGHT - 2 * EDGE)
  return (
    <svg class='api-spark' viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} role='img' aria-label={text}>
      <title>{text}</title>
      <polyline points={times.map(({ tookMs }, n) => `${x(n).toFixed(1)},${y(tookMs).toFixed(1)}`).join(' ')} />
      {times.map(({ tookMs, isError }, n) => (isError || times.length === 1) &&
        <circle key={n} class={isError ? 'failed' : ''} cx={x(n)} cy={y(tookMs)} r={1.8} />)}
    </svg>
  )
}
