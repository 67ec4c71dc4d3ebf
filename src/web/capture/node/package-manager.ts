// Whether a process is a package manager, or a tool that it brings: what such a one asks of its registry is nothing of the app.
import { realpathSync } from 'node:fs'
import { quiet } from '../core/host.js'

/** `/usr/lib/node_modules/npm/bin/npm-cli.js`, `~/.cache/node/corepack/v1/pnpm/10.0.0/bin/pnpm.cjs`, `.yarn/releases/yarn-4.1.0.cjs`. */
const PLACES = /[\\/]node_modules[\\/](?:npm|pnpm|yarn|corepack)[\\/]|[\\/](?:npm|pnpm|yarn|corepack|\.yarn)[\\/](?:.*[\\/])?(?:np[mx]-cli|pnp[mx]|yarn(?:pkg|-[\d.]+)?|corepack)\.[cm]?js$/

/** `main`: the file that it runs. */
export function isPackageManager (main: string | undefined): boolean {
  return main !== undefined && PLACES.test(quiet(() => realpathSync(main)) ?? main)
}
