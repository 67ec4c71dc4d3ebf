// All that the commands read of the environment. A token comes from here only: other users of the machine can read command lines.

export const ENVIRONMENT_HELP = `
Environment:
  EARSHOT_URL    the service, in place of --url
  EARSHOT_TOKEN  its token, where it wants one: never on the command line, which others can read
  NO_COLOR       no colours on a terminal either

Exit codes: 0 yes or done; 1 no; 2 the command line is wrong; 3 the service is away or refuses.
`

export function tokenOfEnvironment (): string | undefined {
  return process.env.EARSHOT_TOKEN || undefined
}

/** For a program that is started: all that this one has, and these. */
export function environmentWith (more: Record<string, string | undefined>): NodeJS.ProcessEnv {
  return { ...process.env, ...more }
}

/** Options of Node that are there, and one more. */
export function nodeOptionsWith (option: string): string {
  return [process.env.NODE_OPTIONS, option].filter(Boolean).join(' ')
}
