// The English words of session/export-items.tsx, which is loaded late.
import { countText } from '../../../../text/count.js'
import { requests } from './plural.js'

export const exports = {
  pageHeading: 'A page that opens anywhere, offline',
  pageAll: (count: number) => `All as a page (${requests(count)})`,
  pageShown: (count: number) => `Only the shown ones, as a page (${requests(count)})`,
  pageAllSecrets: (count: number) => `All as a page, with secrets (${requests(count)})`,
  pageShownSecrets: (count: number) => `Only the shown ones, as a page, with secrets (${requests(count)})`,
  harHeading: 'A HAR file, for other tools',
  exportAll: (count: number) => `All as HAR (${requests(count)})`,
  exportShown: (count: number) => `Only the shown ones, as HAR (${requests(count)})`,
  withSecrets: 'With tokens, cookies and passwords',
  exportAllSecrets: (count: number) => `All, with secrets (${requests(count)})`,
  exportShownSecrets: (count: number) => `Only the shown ones, with secrets (${requests(count)})`,
  goneMeanwhile: (count: number) => count === 1
    ? 'One request has been deleted, and is left out'
    : `${countText(count)} requests have been deleted, and are left out`,
  notSaved: (reason: string) => `Not saved: ${reason}`,
  keys: {}
}
