// The response of the server, if a rule has changed it for the app.
import type { Entry } from '../../../../schema/entry.js'

/** The same request with the response as it came; undefined if the app got what came, or if it was not recorded. */
export function originalOf (entry: Entry): Entry | undefined {
  const { rule, originalResponse, originalResponseHeader, ...rest } = entry
  if (originalResponse === undefined && originalResponseHeader === undefined) return undefined
  // An empty text stands for what the app got.
  return {
    ...rest,
    id: `${entry.id} before the rule`,
    response: originalResponse || entry.response,
    responseHeader: originalResponseHeader || entry.responseHeader
  }
}
