// The version of the service, from package.json: that file is two folders above src/http, and two above dist/http.
import { readFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

export const VERSION = version
