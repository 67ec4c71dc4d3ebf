// What is loaded as soon as the list is there, in one file: the first load names each file that may follow.
export { Apis, apisOf } from '../apis/apis.js'
export { Detail } from '../detail/detail.js'
export { RulesPart } from '../rules/rules-part.js'
export { Totals } from '../totals/totals.js'
