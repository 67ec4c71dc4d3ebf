// The English words of session/export-items.tsx, which is loaded late.
import { countText } from '../../../../text/count.js'
import { requests } from './plural.js'

export const exports = {
  pageHeading: 'A page that opens anywhere, offline',
  pageAll: (count: number) => `All as a page (${requests(count)})`,
  pageShown: (count: number) => `Filtered requests as a page (${countText(count)})`,
  pageAllSecrets: (count: number) => `All as a page, with secrets (${requests(count)})`,
  pageShownSecrets: (count: number) => `Filtered requests as a page, with secrets (${countText(count)})`,
  harHeading: 'A HAR file, for other tools',
  exportAll: (count: number) => `All as HAR (${requests(count)})`,
  exportShown: (count: number) => `Filtered requests as HAR (${countText(count)})`,
  withSecrets: 'With tokens, cookies and passwords',
  exportAllSecrets: (count: number) => `All as HAR, with secrets (${requests(count)})`,
  exportShownSecrets: (count: number) => `Filtered requests as HAR, with secrets (${countText(count)})`,
  goneMeanwhile: (count: number) => count === 1
    ? 'One request was deleted or evicted, and is left out'
    : `${countText(count)} requests were deleted or evicted, and are left out`,
  notSaved: (reason: string) => `Not saved: ${reason}`,
  keys: {}
}
