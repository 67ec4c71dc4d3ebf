// The English words of the parts that are loaded later.
import { apis } from './en/apis.js'
import { bodies } from './en/bodies.js'
import { compare } from './en/compare.js'
import { copy } from './en/copy.js'
import { detail } from './en/detail.js'
import { exports } from './en/exports.js'
import { filterHint } from './en/filter-hint.js'
import { listMenus } from './en/list-menus.js'
import { matchFaults } from './en/match-faults.js'
import { imports } from './en/imports.js'
import { initiator } from './en/initiator.js'
import { messages } from './en/messages.js'
import { rules } from './en/rules.js'
import { saved } from './en/saved.js'
import { savedFilters } from './en/saved-filters.js'
import { screenshots } from './en/screenshots.js'
import { send } from './en/send.js'
import { sessionMenu } from './en/session-menu.js'
import { shortcuts } from './en/shortcuts.js'
import { start } from './en/start.js'
import { tokenDialog } from './en/token-dialog.js'
import { totals } from './en/totals.js'

export const rest = {
  apis,
  bodies,
  compare,
  copy,
  detail,
  exports,
  filterHint,
  listMenus,
  matchFaults,
  imports,
  initiator,
  messages,
  rules,
  saved,
  savedFilters,
  screenshots,
  send,
  sessionMenu,
  shortcuts,
  start,
  tokenDialog,
  totals
}
