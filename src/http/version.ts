// The version that runs, as package.json tells it: it lies two folders up from src/http and from dist/http alike.
import { readFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

export const VERSION = version
