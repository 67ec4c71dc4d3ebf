// Which content types are recorded as text.

const TEXTUAL = /^text\/|json|xml|javascript|x-www-form-urlencoded|graphql|yaml|csv|multipart\/form-data/i

export function isTextual (contentType: string): boolean {
  return TEXTUAL.test(contentType)
}
