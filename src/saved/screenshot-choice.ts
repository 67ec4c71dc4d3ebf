// Which screenshots go into a saved page: those of the time of its entries where they are a part of the session, and no more of them than
// a file bears that is sent to somebody. Pure.
import { isNearby, type TimeSpan } from '../exchange/time-span.js'
import type { Screenshot } from '../schema/screenshot.js'

/** The size of all images, before base64. */
const MOST_BYTES = 16 * 1024 * 1024

type Facts = Pick<Screenshot, 'size' | 'timestamp'>

/**
 * The newest that have room, oldest first. `span`: of the entries, where they are not all of the session; undefined where there are none.
 */
export function chooseScreenshots<Shot extends Facts> (
  screenshots: readonly Shot[], isPart: boolean, span: TimeSpan | undefined
): { chosen: Shot[], leftOut: number } {
  const wanted = isPart ? screenshots.filter(({ timestamp }) => span && isNearby(span, timestamp)) : screenshots
  const chosen: Shot[] = []
  let bytes = 0
  for (const shot of [...wanted].reverse()) {
    bytes += shot.size
    if (bytes > MOST_BYTES) break
    chosen.unshift(shot)
  }
  return { chosen, leftOut: wanted.length - chosen.length }
}
