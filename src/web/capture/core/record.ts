// Unknown values, looked at before anything is taken for granted of them.

export function isRecord (value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
