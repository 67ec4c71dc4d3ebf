// The output of a benchmark: a table, and each ratio with its goal.

export function table (head: string[], rows: (string | number)[][]): void {
  const cells = [head, ...rows.map(row => row.map(cell => typeof cell === 'number' ? figure(cell) : cell))]
  const widths = head.map((_, column) => Math.max(...cells.map(row => row[column]!.length)))
  for (const row of cells) {
    console.log('  ' + row.map((cell, i) => i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)).join('  '))
  }
}

export function ratio (name: string, value: number, bound: 'at most' | 'at least', goal: number): void {
  const reached = bound === 'at most' ? value <= goal : value >= goal
  console.log(`  ${name}: ${figure(value)} (${bound} ${goal}: ${reached ? 'reached' : 'NOT REACHED'})`)
}

function figure (value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2)
}
