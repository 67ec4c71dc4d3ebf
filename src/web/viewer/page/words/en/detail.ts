// What detail/ says, in English. `keys`: what its shortcuts do.
export const detail = {
  keys: {}
}
