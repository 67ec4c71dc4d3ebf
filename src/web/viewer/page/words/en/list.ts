// What list/ says, in English. `keys`: what its shortcuts do.
export const list = {
  keys: {}
}
