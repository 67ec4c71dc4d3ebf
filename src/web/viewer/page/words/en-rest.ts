// English, for what is loaded later.
import { apis } from './en/apis.js'
import { bodies } from './en/bodies.js'
import { copy } from './en/copy.js'
import { detail } from './en/detail.js'
import { start } from './en/start.js'

export const rest = { apis, bodies, copy, detail, start }
