// The version of the package. Its package.json is two folders above both src/cli and dist/cli.
import { readFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

export const VERSION = version
