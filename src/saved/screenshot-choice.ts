// Chooses the screenshots that go into a saved page. If the page holds only a part of the session, only screenshots that were taken around
// its entries are chosen. Their total size is limited, so that people can send the file to each other. Pure.
import { isNearby, type TimeSpan } from '../exchange/time-span.js'
import type { Screenshot } from '../schema/screenshot.js'

/** The size of all images, before base64. */
const MAX_BYTES = 16 * 1024 * 1024

type Facts = Pick<Screenshot, 'size' | 'timestamp'>

/**
 * The newest screenshots that fit, oldest first. `span`: the time span of the entries, used only for a part of a session; undefined if
 * there are no entries.
 */
export function chooseScreenshots<Shot extends Facts> (
  screenshots: readonly Shot[], isPart: boolean, span: TimeSpan | undefined
): { chosen: Shot[], leftOut: number } {
  const wanted = isPart ? screenshots.filter(({ timestamp }) => span && isNearby(span, timestamp)) : screenshots
  const chosen: Shot[] = []
  let bytes = 0
  for (const shot of [...wanted].reverse()) {
    bytes += shot.size
    if (bytes > MAX_BYTES) break
    chosen.unshift(shot)
  }
  return { chosen, leftOut: wanted.length - chosen.length }
}
