// Everything that the commands read from the environment. The token can be set only here, not by an option, because other users can read
// command lines.

export const ENVIRONMENT_HELP = `
Environment:
  EARSHOT_URL    the URL of the service, if --url is not given
  EARSHOT_TOKEN  the token, if the service requires one; there is no option for it, because others can read command lines
  NO_COLOR       if set, no colors, even on a terminal

Exit codes:
  0  success
  1  a negative result, such as no match, or a part of the input was refused; earshot start: it cannot start
  2  the command line is wrong, or there is no such session
  3  the service cannot be reached, or refuses the request, for example because the token is wrong
`

/** Where the URL of the service was given: by the option, or by the variable. */
export function sourceOfUrl (url: string): '--url' | 'EARSHOT_URL' {
  return url === process.env.EARSHOT_URL ? 'EARSHOT_URL' : '--url'
}

export function tokenOfEnvironment (): string | undefined {
  return process.env.EARSHOT_TOKEN || undefined
}

/** The environment for a child process: that of this process, and `more`. */
export function environmentWith (more: Record<string, string | undefined>): NodeJS.ProcessEnv {
  return { ...process.env, ...more }
}

/** The current NODE_OPTIONS with one more option. */
export function nodeOptionsWith (option: string): string {
  return [process.env.NODE_OPTIONS, option].filter(Boolean).join(' ')
}
