// The application codes that people marked as success or failure, for each host; and their format in a link:
// `api.example.com=10001,!api.example.com=DECLINED`, where `!` marks a failure.
import { isRecord } from '../../../../json/is-record.js'

/** `<host> <code>`: true for success. */
export type CodeMarks = Readonly<Record<string, boolean>>

// More codes than a person marks.
const MAX_MARKS = 200

export function markName (host: string, code: string): string {
  return `${host} ${code}`
}

export function isCodeMarks (value: unknown): value is CodeMarks {
  return isRecord(value) && Object.values(value).every(held => typeof held === 'boolean')
}

export function marksText (marks: CodeMarks): string {
  return Object.entries(marks).map(([name, isSuccess]) => {
    const at = name.indexOf(' ')
    return `${isSuccess ? '' : '!'}${encodeURIComponent(name.slice(0, at))}=${encodeURIComponent(name.slice(at + 1))}`
  }).join(',')
}

/** Skips invalid parts. */
export function readMarks (text: string): CodeMarks {
  const marks: Record<string, boolean> = {}
  for (const part of text.split(',', MAX_MARKS)) {
    const [, not, host, code] = /^(!?)([^=]*)=([^=]+)$/.exec(part) ?? []
    const name = code === undefined ? undefined : decoded(`${host} ${code}`)
    if (name !== undefined) marks[name] = not === ''
  }
  return marks
}

function decoded (text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
