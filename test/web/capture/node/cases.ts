// All cases, in the order in which they run.
import type { Case } from './case.js'
import { BESIDE } from './cases/beside.js'
import { CONNECTION } from './cases/connection.js'
import { FETCH } from './cases/fetch.js'
import { HTTP } from './cases/http.js'
import { LIBRARIES } from './cases/libraries.js'

const named = (name: string, cases: Case[]) => cases.map(one => ({ ...one, title: `${name}: ${one.title}` }))

export const CASES: Case[] = [
  ...named('http', HTTP), ...named('connections', CONNECTION), ...named('fetch', FETCH), ...named('libraries', LIBRARIES), ...named('beside', BESIDE)
]
