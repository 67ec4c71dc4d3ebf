// Chance.

export function anyOf<One> (many: readonly One[]): One {
  return many[Math.floor(Math.random() * many.length)]!
}
