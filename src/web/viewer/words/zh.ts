// The Chinese words.
import type { Words } from './en.js'
import { apis } from './zh/apis.js'
import { bodies } from './zh/bodies.js'
import { compare } from './zh/compare.js'
import { copy } from './zh/copy.js'
import { detail } from './zh/detail.js'
import { exports } from './zh/exports.js'
import { filter } from './zh/filter.js'
import { filterHint } from './zh/filter-hint.js'
import { matchFaults } from './zh/match-faults.js'
import { imports } from './zh/imports.js'
import { initiator } from './zh/initiator.js'
import { list } from './zh/list.js'
import { listMenus } from './zh/list-menus.js'
import { marks } from './zh/marks.js'
import { messages } from './zh/messages.js'
import { page } from './zh/page.js'
import { rules } from './zh/rules.js'
import { saved } from './zh/saved.js'
import { savedFilters } from './zh/saved-filters.js'
import { screenshots } from './zh/screenshots.js'
import { send } from './zh/send.js'
import { session } from './zh/session.js'
import { sessionMenu } from './zh/session-menu.js'
import { shortcuts } from './zh/shortcuts.js'
import { start } from './zh/start.js'
import { tokenDialog } from './zh/token-dialog.js'
import { totals } from './zh/totals.js'

export const zh: Words = {
  apis,
  bodies,
  compare,
  copy,
  detail,
  exports,
  filter,
  filterHint,
  matchFaults,
  imports,
  initiator,
  list,
  listMenus,
  marks,
  messages,
  page,
  rules,
  saved,
  savedFilters,
  screenshots,
  send,
  session,
  sessionMenu,
  shortcuts,
  start,
  tokenDialog,
  totals
}
