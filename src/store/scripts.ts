// The Lua scripts, read from their files once.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Script } from '../redis/commands.js'

const prelude = read('change')

export const scripts = {
  push: load('push', prelude),
  delete: load('delete', prelude),
  clear: load('clear', prelude),
  screenshot: load('screenshot', prelude),
  list: load('list'),
  snapshot: load('snapshot'),
  online: load('online'),
  replay: load('replay'),
  rate: load('rate')
} satisfies Record<string, Script>

// Redis wants the #! line first; what the writing scripts share goes right behind it.
function load (name: string, shared = ''): Script {
  const text = read(name)
  const body = text.indexOf('\n') + 1
  const source = text.slice(0, body) + shared + text.slice(body)
  return { name, source, sha: createHash('sha1').update(source).digest('hex') }
}

function read (name: string): string {
  return readFileSync(new URL(`./lua/${name}.lua`, import.meta.url), 'utf8')
}
