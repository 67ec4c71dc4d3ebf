// Finds the programs that a private Redis needs on this machine, and tells how to install a missing one.
import { accessSync, constants, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

// Valkey works the same here; some newer systems have only Valkey.
const SERVERS = ['redis-server', 'valkey-server']

/** Throws with one line that tells how to install it on this system. */
export function serverProgram (): string {
  const program = SERVERS.find(isInstalled)
  if (program) return program
  throw new Error(`redis-server is not installed. ${howToInstall()}, ` +
    'or set REDIS_URL to a Redis that runs elsewhere, or start Earshot and Redis together with docker compose')
}

export function isInstalled (program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some(folder => {
    try {
      accessSync(join(folder || '.', program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

const COMMANDS: [name: RegExp, command: string][] = [
  [/^(?:debian|ubuntu|raspbian|linuxmint)$/, 'sudo apt-get install redis-server'],
  [/^alpine$/, 'apk add redis'],
  [/^(?:fedora|rhel|centos|rocky|almalinux|amzn)$/, 'sudo dnf install redis'],
  [/^(?:arch|manjaro)$/, 'sudo pacman -S valkey'],
  [/suse/, 'sudo zypper install redis'],
  [/^freebsd$/, 'sudo pkg install redis'],
  [/^darwin$/, 'brew install redis']
]

/** @param system the names of the system, the most specific first: `ubuntu`, `debian` */
export function howToInstall (system: string[] = systemNames()): string {
  const command = system.flatMap(name => COMMANDS.find(([pattern]) => pattern.test(name))?.[1] ?? [])[0]
  if (command) return `Run \`${command}\``
  return system.includes('win32') ? 'It does not run on Windows: use WSL' : 'Install version 7.0 or later'
}

/** The name of this Linux distribution, and the names of those that it is based on. */
function systemNames (): string[] {
  if (process.platform !== 'linux') return [process.platform]
  try {
    const release = readFileSync('/etc/os-release', 'utf8')
    return ['ID', 'ID_LIKE'].flatMap(key => RegExp(`^${key}="?([^"\n]*)"?$`, 'm').exec(release)?.[1]?.split(' ') ?? [])
  } catch {
    return ['linux']
  }
}
