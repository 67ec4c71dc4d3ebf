// The English words of filter/saved-filters-panel.tsx, which is loaded late.
export const savedFilters = {
  save: 'Save this filter',
  saveAs: 'Name of the filter',
  saveDone: 'Save',
  nothingSaved: 'Filters that you save are kept in this browser.',
  forget: (name: string) => `Forget ${name}`,
  keys: {}
}
