// Recorded text in Markdown: only as code, in which nothing is markup, between more backticks than it has in a row itself.

export function fenced (text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${text}\n${fence}`
}

/** On one line. Empty where the text is. */
export function codeSpan (text: string): string {
  const line = text.replace(/[\r\n]+/g, ' ')
  if (line.trim() === '') return ''
  const fence = '`'.repeat(longestRun(line) + 1)
  // One blank at each end is taken off again (CommonMark §6.1).
  const padding = /^[` ]|[` ]$/.test(line) ? ' ' : ''
  return `${fence}${padding}${line}${padding}${fence}`
}

function longestRun (text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}
