// The English words of filter/hint.tsx.
export const filterHint = {
  key: (name: string, meant?: string) =>
    `There is no key “${name}:”. ${meant === undefined ? 'It is searched for as text.' : `Did you mean “${meant}:”?`}`,
  value: (key: string, value: string) => `The key “${key}” does not take “${value}”.`,
  bracket: (part: string) => `“${part}” has an unmatched bracket. It is searched for as text.`,
  quote: (part: string) => `A quotation mark in “${part}” is never closed.`,
  expression: (part: string) => `“${part}” is not a valid regular expression. It is searched for as text.`,
  foreign: (part: string) => `“${part}” is searched for as text.`,
  use: 'Use',
  keys: {}
}
