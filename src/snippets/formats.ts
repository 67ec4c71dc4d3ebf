// All formats in which an entry can be copied, in the order of the menu.
import { redactEntry } from '../redact/entry-redactor.js'
import type { Entry } from '../schema/entry.js'
import { bash } from './bash.js'
import { cmd } from './cmd.js'
import { browserFetch } from './fetch.js'
import { markdown } from './markdown.js'
import { nodeFetch } from './node.js'
import { powershell } from './powershell.js'
import { python, pythonProgram } from './python.js'
import { requestOf } from './request.js'
import { sendable, type Sendable } from './sendable.js'
import type { Snippet } from './snippet.js'
import { wxRequest } from './wx-request.js'

export interface CopyOptions {
  /**
   * Whether values of the usual secret names stay. The default of Markdown is `redact`, because others read a ticket; that of all other
   * forms is `keep`, because most requests do not run without them.
   */
  secrets?: 'keep' | 'redact'
  /** The origin to which the app sends its requests, for entries without a host: `https://shop.example`. */
  origin?: string
  /** The maximum length of each body in Markdown, in characters. */
  longestBody?: number
}

export interface Format {
  /** Stays the same between versions, so that the user's last choice can be stored. */
  id: string
  label: string
  copy: (entry: Entry, options?: CopyOptions) => Snippet
  /** Makes one text of several copied texts; by default, they follow each other. */
  together?: (texts: readonly string[]) => string
}

export const FORMATS: readonly Format[] = [
  { id: 'curl-bash', label: 'cURL (bash)', copy: requestAs(request => bash(request)) },
  { id: 'curl-cmd', label: 'cURL (cmd)', copy: requestAs(cmd) },
  { id: 'powershell', label: 'PowerShell', copy: requestAs(powershell) },
  { id: 'python', label: 'Python (requests)', copy: requestAs(python), together: pythonProgram },
  { id: 'fetch', label: 'fetch (browser)', copy: requestAs(browserFetch) },
  { id: 'fetch-node', label: 'fetch (Node.js)', copy: requestAs(nodeFetch) },
  { id: 'wx-request', label: 'wx.request', copy: requestAs(wxRequest) },
  {
    id: 'markdown',
    label: 'Markdown',
    copy: (entry, { secrets = 'redact', longestBody } = {}) => ({ text: markdown(withSecrets(entry, secrets), longestBody) })
  }
]

function requestAs (form: (request: Sendable) => Snippet): Format['copy'] {
  return (entry, { secrets = 'keep', origin } = {}) => {
    const request = sendable(requestOf(withSecrets(entry, secrets), origin))
    return 'refused' in request ? request : form(request)
  }
}

function withSecrets (entry: Entry, secrets: 'keep' | 'redact'): Entry {
  return secrets === 'redact' ? redactEntry(entry) : entry
}
