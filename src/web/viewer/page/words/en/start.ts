// What start/ says, in English. `keys`: what its shortcuts do.
export const start = {
  keys: {}
}
