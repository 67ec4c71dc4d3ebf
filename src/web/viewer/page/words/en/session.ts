// What session/ says, in English. `keys`: what its shortcuts do.
export const session = {
  keys: {}
}
