// Whether a value that was parsed from JSON is an object, and neither a list nor null: code in many folders checks this before
// it reads members.

export function isRecord (value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
