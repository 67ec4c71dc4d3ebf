// The formats in which requests can be copied, in the order of the menu. The code that writes them is loaded later.

export type CopyGroup = 'request' | 'together' | 'ticket' | 'values'

export interface CopyForm {
  id: string
  group: CopyGroup
  /** Set if the name is the same in every language; otherwise the words have it. */
  label?: string
  /** Only for a single request. */
  isSingle?: boolean
}

/** Formats with a label are those of src/snippets, with the same ids: formats.ts and collections.ts. */
export const FORMS = [
  { id: 'curl-bash', group: 'request', label: 'cURL (bash)' },
  { id: 'curl-cmd', group: 'request', label: 'cURL (cmd)' },
  { id: 'powershell', group: 'request', label: 'PowerShell' },
  { id: 'python', group: 'request', label: 'Python (requests)' },
  { id: 'fetch', group: 'request', label: 'fetch (browser)' },
  { id: 'fetch-node', group: 'request', label: 'fetch (Node.js)' },
  { id: 'wx-request', group: 'request', label: 'wx.request' },
  { id: 'shell-script', group: 'together', label: 'Shell script (cURL)' },
  { id: 'postman', group: 'together', label: 'Postman collection' },
  { id: 'markdown', group: 'ticket' },
  { id: 'markdownSecrets', group: 'ticket' },
  { id: 'har', group: 'ticket' },
  { id: 'harSecrets', group: 'ticket' },
  { id: 'url', group: 'values' },
  { id: 'requestBody', group: 'values' },
  { id: 'responseBody', group: 'values' },
  { id: 'link', group: 'values', isSingle: true }
] as const satisfies readonly CopyForm[]

export type FormId = typeof FORMS[number]['id']

export function isFormId (value: unknown): value is FormId {
  return FORMS.some(({ id }) => id === value)
}
