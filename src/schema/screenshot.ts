// A screenshot as clients see it; its bytes are at `url`.
import { Type, type Static } from 'typebox'

export const ScreenshotSchema = Type.Object({
  id: Type.String(),
  url: Type.String({ description: 'The path of its bytes on this host' }),
  type: Type.String({ description: 'Media type, by its leading bytes' }),
  size: Type.Integer({ description: 'Bytes' }),
  timestamp: Type.Number({ description: 'When it was uploaded, in milliseconds since the epoch' })
})
export type Screenshot = Static<typeof ScreenshotSchema>

export const ScreenshotParamsSchema = Type.Object({ id: Type.String() })

/** The address of a screenshot; an id is safe in a path as it is, a session id is not in a query. */
export function screenshotUrl (basePath: string, session: string, id: string): string {
  return `${basePath}/capture/screenshots/${id}?sessionId=${encodeURIComponent(session)}`
}
