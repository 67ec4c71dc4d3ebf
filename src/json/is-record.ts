// Whether a value that was parsed from JSON is an object, and neither a list nor null: many folders ask this before they read members.

export function isRecord (value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
