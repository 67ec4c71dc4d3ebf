// Why a command ends with another exit code than 0: one line for a person on stderr, and a number for a script.

/** 0 is yes or done; these are the others, the same for every command. */
export const EXIT = {
  /** The answer is no: nothing matched in time, two recordings differ, something was not recorded. */
  no: 1,
  /** The command line is wrong. */
  usage: 2,
  /** The service is away, or refuses. */
  service: 3
} as const

export class Failure extends Error {
  constructor (message: string, readonly exitCode: number) {
    super(message)
  }
}

export function usageFailure (message: string): Failure {
  return new Failure(message, EXIT.usage)
}

/** fetch hides the fault of the connection in the cause. */
export function reasonOf (error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string, message?: string } | undefined }
  return cause?.code ?? cause?.message ?? message
}
