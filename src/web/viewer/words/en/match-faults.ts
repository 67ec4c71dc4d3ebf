// The English words of rules/match-field.tsx: why a filter cannot be used for a rule.
export const matchFaults = {
  unknown: (key: string, allowed: string) =>
    `“${key}” is not known when a request starts. The filter of a rule may have only text in the URL, and the keys ${allowed}.`,
  expression: 'A rule may have no regular expression, because it could block the app. Use * for anything, or quote the text.',
  values: (count: number, most: number) => `The filter of a rule may have ${most} words and values at most; this one has ${count}.`,
  key: (name: string, meant?: string) =>
    `There is no key “${name}:”. ${meant === undefined ? 'To search for it as text, quote it.' : `Did you mean “${meant}:”?`}`,
  value: (key: string, value: string, meant?: string) =>
    `The key “${key}” does not take “${value}”.${meant === undefined ? '' : ` Did you mean “${meant}”?`}`,
  or: 'OR needs a term on each side.',
  term: (part: string) => `“${part}” contains no term.`,
  empty: (part: string) => `“${part}” has no value.`,
  bracket: (part: string) => `“${part}” has an unmatched bracket. To search for it as text, quote it.`,
  quote: (part: string) => `A quotation mark in “${part}” is never closed.`,
  foreign: (part: string, meant?: string) => meant
    ? `“${part}” would be searched for as text. Did you mean “${meant}”${meant === '-' ? ', directly before a term' : ''}?`
    : `“${part}” would be searched for as text. Leave it out: terms next to each other must all match anyway.`,
  notExpression: (part: string) => `“${part}” is not a valid regular expression. To search for it as text, quote it.`,
  keys: {}
}
