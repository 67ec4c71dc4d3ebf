// The URL of a screenshot's image, for responses and messages. Only the HTTP layer knows URLs: the store knows ids.

export type ScreenshotUrl = (session: string, id: string) => string

/** `basePath`: where the service is mounted. An id needs no escaping in a path; a session id in a query does. */
export function screenshotUrlAt (basePath: string): ScreenshotUrl {
  return (session, id) => `${basePath}/capture/screenshots/${id}?sessionId=${encodeURIComponent(session)}`
}
