// If-None-Match against an entity tag (RFC 9110 §13.1.2).

/** `header` may have several tags, weak ones included, or a star, which matches any tag. Without the header nothing matches. */
export function matchesETag (header = '', tag: string): boolean {
  return header.split(',').some(candidate => {
    const known = candidate.trim().replace(/^W\//, '')
    return known === '*' || known === `"${tag}"`
  })
}
