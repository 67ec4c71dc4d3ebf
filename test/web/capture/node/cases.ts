// All cases, in the order in which they run.
import type { Case } from './case.js'
import { BESIDE } from './cases/beside.js'
import { CONNECTION } from './cases/connection.js'
import { FETCH } from './cases/fetch.js'
import { GRPC } from './cases/grpc.js'
import { HTTP } from './cases/http.js'
import { HTTP2 } from './cases/http2.js'
import { HTTP2_ENDS } from './cases/http2-ends.js'
import { HTTP2_LIBRARIES } from './cases/http2-libraries.js'
import { LIBRARIES } from './cases/libraries.js'

const named = (name: string, cases: Case[]) => cases.map(one => ({ ...one, title: `${name}: ${one.title}` }))

export const CASES: Case[] = [
  ...named('http', HTTP), ...named('connections', CONNECTION), ...named('fetch', FETCH), ...named('libraries', LIBRARIES), ...named('beside', BESIDE),
  ...named('http2', HTTP2), ...named('http2 ends', HTTP2_ENDS), ...named('http2 libraries', HTTP2_LIBRARIES), ...named('gRPC', GRPC)
]
