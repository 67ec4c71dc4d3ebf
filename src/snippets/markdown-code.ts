// Writes recorded text in Markdown, always as code, because Markdown finds no markup in code. The fence has more backticks than any run of
// backticks in the text.

export function fenced (text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${text}\n${fence}`
}

/** On one line. Empty if the text is blank. */
export function codeSpan (text: string): string {
  const line = text.replace(/[\r\n]+/g, ' ')
  if (line.trim() === '') return ''
  const fence = '`'.repeat(longestRun(line) + 1)
  // A Markdown reader removes one blank at each end (CommonMark §6.1).
  const padding = /^[` ]|[` ]$/.test(line) ? ' ' : ''
  return `${fence}${padding}${line}${padding}${fence}`
}

function longestRun (text: string): number {
  let longest = 0
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  return longest
}
