// Where the bytes of a screenshot are, as replies and messages name it. Only the edge knows: the store has ids.

export type ScreenshotUrl = (session: string, id: string) => string

/** `basePath`: where the service is mounted. An id is safe in a path as it is, a session id is not in a query. */
export function screenshotUrlAt (basePath: string): ScreenshotUrl {
  return (session, id) => `${basePath}/capture/screenshots/${id}?sessionId=${encodeURIComponent(session)}`
}
