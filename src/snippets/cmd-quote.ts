// Strings of cmd.exe, read in this order: cmd puts variables in place of %name%, then takes each ^ off; then the program cuts
// the line into arguments by the rules of CommandLineToArgvW. They are undone from the last to the first.

/** Takes printable ASCII and line feeds; bare where nothing of the text could mean anything. */
export function cmdQuoted (text: string): string {
  if (/^[\w@.-]+$/.test(text)) return text
  return `^"${withoutVariables(escaped(argument(text)))}^"`
}

// Backslashes count double only before a quote, of which one ends the argument. Chrome doubles all of them, and so sends JSON
// with \\n in place of \n.
function argument (text: string): string {
  return text.replace(/\\+|"/g, (run, at: number) => {
    if (run === '"') return '\\"'
    const next = text.charAt(at + run.length)
    return next === '"' || next === '' ? run + run : run
  })
}

// The quotes themselves are escaped, so that cmd sees none, and ^ counts everywhere. Of two line feeds the first is taken off.
function escaped (text: string): string {
  return text.replace(/[^a-zA-Z0-9\s_\-:=+~'/.,?;*]/g, '^$&').replaceAll('\n', '^\n\n')
}

// Nothing can escape %, but no variable has a name that begins with ^. One behind each % makes it so, where none is yet.
function withoutVariables (text: string): string {
  return text.replace(/%(?=[^^])/g, '%^')
}
