// Formats counts for people. `Intl` is not used: the first use in a tab loads locale tables, which took 12 to 117 ms on a busy machine.

/** `999`, `1,000`, `100,000`: for integers, in English and in Chinese. */
export function countText (count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** `1 request`, `2,000 requests`, `0 entries`: in English. */
export function counted (count: number, noun: string, nouns = `${noun}s`): string {
  return `${countText(count)} ${count === 1 ? noun : nouns}`
}
