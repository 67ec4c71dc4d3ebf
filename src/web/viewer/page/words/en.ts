// English. The table of all words: what is missing in another language does not compile.
import { bodies } from './en/bodies.js'
import { copy } from './en/copy.js'
import { detail } from './en/detail.js'
import { filter } from './en/filter.js'
import { list } from './en/list.js'
import { page } from './en/page.js'
import { screenshots } from './en/screenshots.js'
import { session } from './en/session.js'
import { start } from './en/start.js'

export const en = { bodies, copy, detail, filter, list, page, screenshots, session, start }
export type Words = typeof en
