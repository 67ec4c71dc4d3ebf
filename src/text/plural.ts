// Counts with their noun, in English, for the commands and agents.

/** `1 request`, `2 requests`, `0 entries`. */
export function counted (count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`
}
