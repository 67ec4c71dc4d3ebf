// The parts that are loaded as soon as the list is there. They are bundled as one file: the code that is loaded first contains the name of
// each later file, so more files would make it larger.
export { Apis, apisOf } from '../apis/apis.js'
export { Detail } from '../detail/detail.js'
export { EntryKeys } from '../list/use-entry-keys.js'
export { RulesPart } from '../rules/rules-part.js'
export { Totals } from '../totals/totals.js'
