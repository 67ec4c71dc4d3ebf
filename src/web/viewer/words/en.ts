// English. The table of all words: another language does not compile if it lacks any of them.
// `en` is loaded with the page; `rest` belongs to the parts that are loaded later, and is loaded with the first of them.
import { filter } from './en/filter.js'
import { list } from './en/list.js'
import { marks } from './en/marks.js'
import { page } from './en/page.js'
import { session } from './en/session.js'
import type { rest } from './en-rest.js'

export const en = { filter, list, marks, page, session }
export type Words = typeof en & typeof rest
