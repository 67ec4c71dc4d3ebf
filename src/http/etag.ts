// If-None-Match against an entity tag (RFC 9110 §13.1.2).

/** `header` may hold several tags, weak ones among them, or the star that matches any; without one nothing matches. */
export function matchesETag (header = '', tag: string): boolean {
  return header.split(',').some(candidate => {
    const known = candidate.trim().replace(/^W\//, '')
    return known === '*' || known === `"${tag}"`
  })
}
