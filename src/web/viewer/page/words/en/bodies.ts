// What bodies/ says, in English. `keys`: what its shortcuts do.
export const bodies = {
  keys: {}
}
