// English, for what is loaded later.
import { bodies } from './en/bodies.js'
import { copy } from './en/copy.js'
import { detail } from './en/detail.js'
import { saved } from './en/saved.js'
import { start } from './en/start.js'

export const rest = { bodies, copy, detail, saved, start }
