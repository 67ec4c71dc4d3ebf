// The recorder with the part for rules, as one file, /earshot-mini-program-rules.js: for apps that opt in to rules.
import { takeRules } from '../earshot.js'
import { applyRules } from './start.js'

takeRules(applyRules)

export * from '../earshot.js'
