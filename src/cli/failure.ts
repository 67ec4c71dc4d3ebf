// The failure of a command: one line on stderr for people, and an exit code for scripts.

/** 0 means yes or done. These are the other exit codes. `record` has more: those of its program and of shells. 130 means Ctrl-C. */
export const EXIT = {
  /** The answer is no: nothing matched in time, two recordings differ, something was not recorded. */
  no: 1,
  /** The command line is wrong, or names a session that does not exist. */
  usage: 2,
  /** The service is unreachable, or refuses. */
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

/** Why a file cannot be read or written. `missing`: the words if it, or its folder, does not exist. */
export function fileFault (error: unknown, missing = 'there is no such file'): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return code === 'ENOENT' ? missing : FILE_FAULTS[code] ?? message
}

const FILE_FAULTS: Record<string, string> = {
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'you have no permission',
  EPERM: 'you have no permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full'
}

/** The reason of an error: fetch puts the error of the connection into `cause`. */
export function reasonOf (error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string, message?: string } | undefined }
  return cause?.code ?? cause?.message ?? message
}
