// The chips as terms of the filter: `kind:json` and `is:error`. A chip has no state of its own, so the text of the filter, and with it the
// address, describes everything that the list hides.
import { KINDS, type Kind } from '../../../../exchange/kind.js'
import { EVERYTHING, all, type KeyTerm, type Query } from '../../../../filter/query.js'

export type KindChip = 'json' | 'form' | 'html' | 'script' | 'image' | 'binary' | 'other'
export type StateChip = 'error' | 'pending'
export type Chip = KindChip | StateChip

export const STATE_CHIPS: readonly StateChip[] = ['error', 'pending']
const OWN_CHIPS: readonly Exclude<KindChip, 'other'>[] = ['json', 'form', 'html', 'script', 'image', 'binary']
export const KIND_CHIPS: readonly KindChip[] = [...OWN_CHIPS, 'other']

export interface Pressed {
  /** The filter without the terms of the chips. */
  rest: Query
  /** The terms of the chips. */
  chipTerms: Query
  chips: ReadonlySet<Chip>
}

export function pressedIn (query: Query): Pressed {
  const parts = query.type === 'all' ? query.of : [query]
  const kind = parts.find(part => part.type === 'key' && part.key === 'kind' && kindChipsOf(part) !== undefined) as KeyTerm | undefined
  const state = parts.find(part => part.type === 'key' && part.key === 'is' && stateChipsOf(part) !== undefined) as KeyTerm | undefined
  const terms = [kind, state].filter(term => term !== undefined)
  return {
    rest: all(parts.filter(part => part !== kind && part !== state)),
    chipTerms: all(terms),
    chips: new Set<Chip>([...(kind && kindChipsOf(kind)) ?? [], ...(state && stateChipsOf(state)) ?? []])
  }
}

/** A click chooses one kind, or none if it was the only one chosen; with `adding`, several can be chosen. States are chosen
 * independently of kinds. */
export function pressed (query: Query, chip: Chip, adding: boolean): Query {
  const { rest, chips } = pressedIn(query)
  const isState = isStateChip(chip)
  const ofGroup = [...chips].filter(other => isStateChip(other) === isState)
  const isOnly = chips.has(chip) && ofGroup.length === 1
  const group = adding || chips.has(chip) ? toggled(ofGroup, chip, adding || isOnly) : [chip]
  return withChips(rest, [...[...chips].filter(other => isStateChip(other) !== isState), ...group])
}

/** Removes the terms of all chips, for the chip `All`. */
export function unpressed (query: Query): Query {
  return pressedIn(query).rest
}

export function chipOf (kind: Kind): KindChip {
  return OWN_CHIPS.find(chip => chip === kind) ?? 'other'
}

function toggled (chips: Chip[], chip: Chip, isToggle: boolean): Chip[] {
  if (!isToggle) return [chip]
  return chips.includes(chip) ? chips.filter(other => other !== chip) : [...chips, chip]
}

function withChips (rest: Query, chips: Chip[]): Query {
  const kinds = KIND_CHIPS.filter(chip => chips.includes(chip)).flatMap(kindsOf)
  const states = STATE_CHIPS.filter(chip => chips.includes(chip))
  return all([rest, termOf('kind', kinds), termOf('is', states)])
}

function termOf (key: 'kind' | 'is', names: readonly string[]): Query {
  return names.length === 0 ? EVERYTHING : { type: 'key', key, values: names.map(text => ({ type: 'word', text, exact: false })) }
}

function kindsOf (chip: KindChip): Kind[] {
  return KINDS.filter(kind => chipOf(kind) === chip)
}

/** Undefined if the chips cannot express the term. */
function kindChipsOf (term: KeyTerm): KindChip[] | undefined {
  const names = namesIn(term)
  const chips = KIND_CHIPS.filter(chip => names?.includes(kindsOf(chip)[0] ?? ''))
  const isSame = chips.flatMap(kindsOf).length === names?.length && chips.flatMap(kindsOf).every(kind => names.includes(kind))
  return isSame && chips.length > 0 ? chips : undefined
}

function stateChipsOf (term: KeyTerm): StateChip[] | undefined {
  const names = namesIn(term)
  const chips = STATE_CHIPS.filter(chip => names?.includes(chip))
  return chips.length > 0 && chips.length === names?.length ? chips : undefined
}

function namesIn ({ values }: KeyTerm): string[] | undefined {
  const names = values.flatMap(value => value.type === 'word' && !value.exact ? [value.text.toLowerCase()] : [])
  return names.length === values.length ? [...new Set(names)] : undefined
}

function isStateChip (chip: Chip): chip is StateChip {
  return STATE_CHIPS.some(state => state === chip)
}
