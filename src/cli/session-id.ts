// The id of a session, as an argument or a new one.
import { randomInt } from 'node:crypto'
import { parsedUrl } from '../exchange/parsed-url.js'
import { isSessionId, SESSION_ID_LENGTH } from '../schema/session-id.js'
import { usageFailure, type Failure } from './failure.js'

// Without characters that look alike: people may read the id out over the phone.
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Throws a Failure if the text cannot be a session id. */
export function readSession (text: string): string {
  if (isSessionId(text)) return text
  const id = parsedUrl(text)?.searchParams.get('sessionId') ?? ''
  if (isSessionId(id)) throw usageFailure(`Give only the id of the session, ${id}, not its URL`)
  throw usageFailure(`A session id has ${SESSION_ID_LENGTH} characters; "${text}" has ${[...text].length}`)
}

/** For a session to which nothing was recorded. `option`: the option of the command that accepts this. */
export function unknownSession (session: string, option?: string): Failure {
  return usageFailure(`There is no session ${session}: ${NOTHING_RECORDED}${accepting(option)}`)
}

/** For an argument that may be a file or a session: a file name of 15 characters could be either. */
export function neitherFileNorSession (name: string, option?: string): Failure {
  return usageFailure(isSessionId(name)
    ? `There is no file ${name}, and no session with that id: ${NOTHING_RECORDED}${accepting(option)}`
    : `${name} is neither a file nor the id of a session, which has ${SESSION_ID_LENGTH} characters`)
}

const NOTHING_RECORDED = 'nothing was recorded to it, or it has expired'

function accepting (option: string | undefined): string {
  return option === undefined ? '' : `. To accept that, add ${option}`
}

export function newSession (): string {
  return Array.from({ length: SESSION_ID_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}
