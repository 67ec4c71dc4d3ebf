// Compares the headers If-Match and If-None-Match with a strong entity tag (RFC 9110, sections 13.1.1 and 13.1.2). A header may have
// several tags, or a star, which matches any tag.

/** For If-None-Match: compares weakly, so a weak tag matches, too. Without the header nothing matches. */
export function matchesETag (header = '', tag: string): boolean {
  return tagsIn(header).some(candidate => isTag(candidate.replace(/^W\//, ''), tag))
}

/** For If-Match: compares strongly, so a weak tag never matches. */
export function matchesStrongly (header: string, tag: string): boolean {
  return tagsIn(header).some(candidate => isTag(candidate, tag))
}

function tagsIn (header: string): string[] {
  return header.split(',').map(candidate => candidate.trim())
}

function isTag (candidate: string, tag: string): boolean {
  return candidate === '*' || candidate === `"${tag}"`
}
