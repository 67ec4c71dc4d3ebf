// Where the service is mounted (BASE_PATH). Requests are understood with and without the path, so a proxy may take it off or
// pass it on, and probes that come straight to a replica need not know it.

/** Turns the URL of a request into the one that the routes know. `basePath` is '' or begins with a slash and ends without. */
export function mountedAt (basePath: string) {
  return ({ url = '/' }: { url?: string | undefined }): string => {
    if (basePath === '' || !url.startsWith(basePath)) return url
    const rest = url.slice(basePath.length)
    if (rest.startsWith('/')) return rest
    return rest === '' || rest.startsWith('?') ? `/${rest}` : url
  }
}
