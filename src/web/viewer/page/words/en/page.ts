// What page/ says, in English. `keys`: what its shortcuts do.
export const page = {
  title: 'Earshot',
  theme: 'Theme',
  shortcuts: 'Keyboard shortcuts',
  close: 'Close',
  back: 'Back to the list',
  keys: {
    map: 'This map',
    theme: 'Light or dark'
  }
}
