// The English words of page/shortcuts.tsx, which is loaded late.
export const shortcuts = {
  groups: { filter: 'Filter', list: 'List', entry: 'Request', detail: 'Details', page: 'Session and page' },
  /** The descriptions of shortcuts whose parts are loaded with the page: these words are loaded late. */
  actions: {
    list: {
      down: 'Next request',
      up: 'Previous request',
      extend: 'Extend the selection',
      first: 'First request',
      last: 'Last request',
      page: 'Page up or down',
      open: 'Open the details',
      nextError: 'Next error',
      previousError: 'Previous error',
      follow: 'Follow new requests',
      menu: 'Menu of the cell',
      apis: 'Table of APIs',
      delete: 'Delete'
    },
    page: {
      map: 'Keyboard shortcuts',
      theme: 'Light or dark',
      back: 'One step back'
    },
    session: {
      pause: 'Pause or resume',
      clear: 'Clear the session'
    },
    filter: {
      focus: 'Filter'
    },
    marks: { pin: 'Pin', color: 'Mark with a color', note: 'Write a note' }
  },
  keys: {}
}
