// The selected row of a JSON tree: its path, its whole value if the row cannot show it, and buttons to copy both.
import { readJwt } from '../../../exchange/jwt.js'
import { stringValue } from '../../../json/scan.js'
import { dateOf } from '../text/moments.js'
import { useCopy, usePage } from '../context.js'
import { pathOf } from '../../../json/path.js'
import { Safe } from '../kit/safe.js'
import type { Words } from '../words/words.js'
import type { TreeModel } from '../model/bodies/tree-model.js'

/** A longer value may not fit in its row. */
const FITS_IN_ROW = 60
const MAX_LENGTH = 20_000

export function JsonBar ({ model, row }: { model: TreeModel, row: number }) {
  const { words: { bodies: words } } = usePage()
  const copy = useCopy()
  const { table, text } = model
  const path = pathOf(table, text, row)
  const value = valueText(model, row)
  const isString = table.kind(row) === 'string'
  const hint = hintOf(words, table.kind(row), value)
  return (
    <div class='json-bar'>
      {isString && (value.length > FITS_IN_ROW || value.includes('\n')) && (
        <div class='json-whole' tabIndex={0} role='group' aria-label={words.value}><Safe text={value} lines most={MAX_LENGTH} /></div>
      )}
      <div class='json-actions'>
        <span class='json-path mono'><Safe text={path} most={500} /></span>
        {hint && <span class='json-hint'>{hint}</span>}
        {table.isContainer(row) && <button type='button' class='button' onClick={() => model.toggleAll(row, true)}>{words.openAll}</button>}
        {table.isContainer(row) && (
          <button type='button' class='button' onClick={() => model.toggleAll(row, false)}>{words.closeAll}</button>
        )}
        <button type='button' class='button' onClick={() => copy(path)}>{words.copyPath}</button>
        <button type='button' class='button' onClick={() => copy(value)}>{words.copyValue}</button>
      </div>
    </div>
  )
}

/** The decoded text of a string; for other values, the source text. */
export function valueText ({ table, text }: TreeModel, row: number): string {
  const [start, end] = [table.start(row), table.end(row)]
  return table.kind(row) === 'string' ? stringValue(text, start, end - 1) : text.slice(start, end)
}

/** The date of a number that looks like a current timestamp, or the time when a token expires. */
function hintOf (words: Pick<Words['bodies'], 'tokenEnds' | 'tokenEnded'>, kind: string, value: string): string | undefined {
  if ((kind === 'number' || kind === 'string') && /^1[0-9]{9}(?:[0-9]{3})?$/.test(value)) {
    return dateOf(Number(value) * (value.length === 10 ? 1000 : 1))
  }
  if (kind !== 'string' || !value.startsWith('eyJ') || value.length > MAX_LENGTH) return undefined
  const expiresMs = readJwt(value)?.expiresMs
  if (expiresMs === undefined) return undefined
  return (expiresMs < Date.now() ? words.tokenEnded : words.tokenEnds)(dateOf(expiresMs))
}
