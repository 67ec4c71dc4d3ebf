// Whether only a part of a body was kept, and who says so: the recorder in its note (contract §9), or a mark at the end of the text, as
// many interceptors leave it.

export type Side = 'request' | 'response'

const NOTES: Record<Side, RegExp> = {
  request: /\brequest (?:body )?(?:was )?(?:cut|truncated)\b[^;\r\n]*/i,
  response: /\bresponse (?:body )?(?:was )?(?:cut|truncated)\b[^;\r\n]*/i
}
// `...[truncated]`, `… (truncated, 5 MB in all)`, `<cut 1234 bytes>`
const MARK = /(?:\.{3}|…)? ?([[(<{](?:\.{3}|…)? ?(?:[a-z]{1,10} )?(?:truncated|cut)\b[^\])>}]{0,60}[\])>}])\s{0,2}$/i
const LONGEST_MARK = 120

/** The words of the note or of the mark; undefined where nothing says that the body is not whole. */
export function cutOf (text: string, note: string | undefined, side: Side): string | undefined {
  return NOTES[side].exec(note ?? '')?.[0].trim() ?? MARK.exec(text.slice(-LONGEST_MARK))?.[1]
}

/** The text in front of a mark at its end. */
export function beforeMark (text: string): string {
  const tail = text.slice(-LONGEST_MARK)
  const mark = MARK.exec(tail)
  return mark ? text.slice(0, text.length - tail.length + mark.index) : text
}
