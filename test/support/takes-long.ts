// Whether something takes longer than its length allows. Counted is what this process used of the processor, whatever else the machine does,
// and there is much room: what is looked for, a time that grows with the square of the length, is one of minutes.

const MOST_CPU_MS = 10_000

export function takesLong (run: () => unknown): boolean {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return user + system > MOST_CPU_MS * 1000
}
