// What an address asks, without what is different each time: ids in its path become `*`.

/** So long a path is looked at; nobody reads more of it. */
const LONGEST = 2000
// Numbers; UUIDs and the like; long texts of digits and letters.
const ID = /^(?:\d+|[\da-f]{8}-[\da-f-]{20,40}|[\da-f]{12,}|(?=[^/]*\d)[\w-]{20,})$/i

// `/items/42/parts` becomes `/items/*` and `/parts` behind it.
export function pathPatternOf (path: string): string {
  return path.slice(0, LONGEST).split('/').map(part => isId(part) ? '*' : part).join('/')
}

/** Whether a part of an address names one of many. */
export function isId (part: string): boolean {
  return ID.test(part)
}
