// A path without the parts that differ each time: ids become `*`.

/** Only this many characters of a path are read; nobody looks at more. */
const LONGEST = 2000
// Numbers; UUIDs and the like; long texts of digits and letters.
const ID = /^(?:\d+|[\da-f]{8}-[\da-f-]{20,40}|[\da-f]{12,}|(?=[^/]*\d)[\w-]{20,})$/i

// In `/items/42/parts`, for example, `42` becomes `*`.
export function pathPatternOf (path: string): string {
  return path.slice(0, LONGEST).split('/').map(part => isId(part) ? '*' : part).join('/')
}

/** Whether a part of an address is an id. */
export function isId (part: string): boolean {
  return ID.test(part)
}
