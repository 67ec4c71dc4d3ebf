// What filter/ says, in English. `keys`: what its shortcuts do.
export const filter = {
  keys: {}
}
