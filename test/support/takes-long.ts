// Whether a function takes more than ten seconds. Only the CPU time of this process counts, so other load on the machine does not matter.
// The limit is generous: quadratic time would be minutes.

const MAX_CPU_MS = 10_000

export function takesLong (run: () => unknown): boolean {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return user + system > MAX_CPU_MS * 1000
}
