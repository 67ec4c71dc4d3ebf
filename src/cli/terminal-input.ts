// Commands that read stdin from a terminal say so: otherwise, they would seem to hang.

export function sayReading (): void {
  if (process.stdin.isTTY) process.stderr.write('Reading from this terminal; Ctrl-D ends the input.\n')
}
