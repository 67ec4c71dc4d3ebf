// What copy/ says, in English. `keys`: what its shortcuts do.
export const copy = {
  keys: {}
}
