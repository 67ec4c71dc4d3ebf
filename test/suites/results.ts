// Reads the results of a test suite from its output, by the names of its tests, and compares runs.

/** What its tests of this name did, such as `ok` or `ok, not ok`. */
export type Results = Map<string, string>

const LINE = /^( *)(ok|not ok)\b(?: \d+)?(?: -)? (.*?)(?: #.*)?$/

/** Reads the output of a suite. Between the lines of TAP there may be others. */
export function resultsOf (tap: string): Results {
  const all = new Map<string, string[]>()
  for (const line of tap.split('\n')) {
    const [, indent = '', outcome, name = ''] = LINE.exec(line) ?? []
    if (outcome === undefined) continue
    // A name may contain what differs from run to run: ports, durations and folders.
    const key = indent + name.replaceAll(/\d{4,}/g, 'N')
    all.set(key, [...all.get(key) ?? [], outcome])
  }
  return new Map([...all].map(([name, outcomes]) => [name, outcomes.sort().join(', ')]))
}

/** The tests whose results none of the runs has, each with its result and that of the first run. */
export function differences (results: Results, runs: readonly Results[]): Map<string, string> {
  const names = new Set([results, ...runs].flatMap(run => [...run.keys()]))
  const said = (name: string, run: Results) => run.get(name) ?? 'missing'
  return new Map([...names].filter(name => !runs.some(run => said(name, run) === said(name, results)))
    .map(name => [name, `${said(name, results)} instead of ${said(name, runs[0] ?? results)}`]))
}
