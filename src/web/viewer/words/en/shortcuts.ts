// The English words of page/shortcuts.tsx, which is loaded late.
export const shortcuts = {
  groups: { filter: 'Filter', list: 'List', entry: 'Request', detail: 'Details', page: 'Session and page' },
  keys: {}
}
