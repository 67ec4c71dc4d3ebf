// A function that looks like the one it stands for: by name and by number of parameters.

export function namedLike<Made extends (...args: never[]) => unknown> (native: { name: string, length: number }, made: Made): Made {
  for (const key of ['name', 'length'] as const) Object.defineProperty(made, key, { value: native[key], configurable: true })
  return made
}
