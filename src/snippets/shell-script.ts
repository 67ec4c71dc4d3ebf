// Several requests as one shell script. It holds every body, however long, and needs bash and curl.
import { bashQuoted } from './bash-quote.js'
import { bash } from './bash.js'
import type { Sendable } from './sendable.js'

/** What to send, or why it cannot be sent. */
export type ScriptRequest = Sendable | { refused: string }

export interface ShellScript {
  text: string
  /** Why requests are left out; the script says it, too. */
  refused: string[]
}

export function shellScript (requests: readonly ScriptRequest[]): ShellScript {
  const refused: string[] = []
  const parts = requests.map((request, n) => {
    const snippet = 'refused' in request ? request : bash(request, 'script')
    if ('refused' in snippet) refused.push(snippet.refused)
    const name = 'refused' in request ? 'This request' : `${request.method} ${request.url}`
    const said = 'refused' in snippet ? `${name} is left out. ${snippet.refused}` : name
    // An argument and not a comment: an interactive zsh, into which a script may be pasted, expands comments, too.
    return `printf '\\n%s\\n' ${bashQuoted(`${n + 1}. ${said}`)} >&2\n${'text' in snippet ? `${snippet.text}\n` : ''}`
  })
  return { text: `#!/usr/bin/env bash\n\n${parts.join('\n')}`, refused }
}
