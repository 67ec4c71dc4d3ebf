// The English words of copy/. `keys`: the descriptions of its shortcuts.
import { countText } from '../../../../text/count.js'

export const copy = {
  copy: 'Copy',
  copySome: (count: number) => `Copy ${countText(count)}`,
  copyAs: (count: number, label: string) => count === 1 ? `Copy as ${label}` : `Copy ${countText(count)} as ${label}`,
  copyLast: (label: string) => `Copy as ${label} (c)`,
  as: 'Other formats',
  menu: 'Copy as',
  request: 'Request',
  together: 'Several requests as one text',
  ticket: 'Request and response',
  values: 'Values',
  markdown: 'Markdown, without secrets',
  markdownSecrets: 'Markdown, with secrets',
  har: 'HAR, without secrets',
  harSecrets: 'HAR, with secrets',
  url: 'URL',
  requestBody: 'Request body',
  responseBody: 'Response body',
  link: 'Link to this request',
  copiedAs: (label: string) => `Copied as ${label}`,
  copiedSome: (count: number, label: string, refused: number) => `Copied ${count} as ${label}${refused > 0 ? `; ${refused} skipped` : ''}`,
  copiedFile: (label: string, file: string) =>
    `Copied as ${label}. The body is too long to paste, so it was saved as ${file}. Run the command in the folder of that file.`,
  failed: 'The browser did not allow copying.',
  notRead: (reason: string) => `Not copied: ${reason}`,
  nothing: 'Nothing to copy',
  /** Translates a refusal of src/snippets from its English text. */
  refusal: (text: string) => text,
  gone: (count: number) => `Nothing copied: the ${count === 1 ? 'request was' : 'requests were'} deleted or evicted`,
  keys: { last: 'Copy in the format used last', value: 'Copy the selected value of a tree, or the response body' }
}
