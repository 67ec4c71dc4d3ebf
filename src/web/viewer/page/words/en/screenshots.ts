// What screenshots/ says, in English. `keys`: what its shortcuts do.
export const screenshots = {
  keys: {}
}
