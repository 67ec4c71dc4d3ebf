// Parses a command line by the rules of cmd.exe, and then by the rules of CommandLineToArgvW, the Windows function that splits it into
// arguments. Any name between two percent signs counts as an existing environment variable, which cmd.exe would expand, unless it begins
// with ^: snippets write %^ to prevent the expansion.

/** Throws if cmd.exe would change the line. */
export function argumentsOf (text: string): string[] {
  return split(withoutCarets(expanded(text)))
}

// Expands %name% and %name:a=b%. A name that is not a variable stays as it is, including its percent signs.
function expanded (text: string): string {
  for (let at = text.indexOf('%'); at >= 0; at = text.indexOf('%', at + 1)) {
    const end = text.indexOf('%', at + 1)
    const [name = ''] = end < 0 ? [] : text.slice(at + 1, end).split(':')
    if (name !== '' && !name.startsWith('^')) throw new Error(`%${name}% is expanded`)
  }
  return text
}

// ^ escapes the next character, and at the end of a line the first one of the next line. In quotes it has no meaning.
function withoutCarets (text: string): string {
  let line = ''
  let inQuotes = false
  for (let at = 0; at < text.length; at++) {
    let char = text.charAt(at)
    if (char === '^' && !inQuotes) {
      char = text.charAt(++at)
      if (char === '\n') char = text.charAt(++at)
    } else if (char === '\n') throw new Error('the command ends before its end')
    else if (char === '"') inQuotes = !inQuotes
    else if (!inQuotes && /[&|<>()]/.test(char)) throw new Error(`${char} means something`)
    line += char
  }
  return line
}

// "2n backslashes followed by a quotation mark produce n backslashes followed by begin/end quote, 2n+1 backslashes n backslashes
// followed by a quotation mark; backslashes not followed by one are themselves." In quotes, "" is one quotation mark.
function split (line: string): string[] {
  const found: string[] = []
  let argument: string | undefined
  let inQuotes = false
  for (let at = 0; at < line.length; at++) {
    const [slashes = ''] = /^\\*/.exec(line.slice(at)) ?? []
    at += slashes.length
    const char = line.charAt(at)
    if (char === '"') {
      argument = (argument ?? '') + '\\'.repeat(Math.floor(slashes.length / 2))
      if (slashes.length % 2 === 1) argument += '"'
      else if (inQuotes && line.charAt(at + 1) === '"') { argument += '"'; at++ } else inQuotes = !inQuotes
    } else if (!inQuotes && /[ \t]/.test(char)) {
      if (slashes) argument = (argument ?? '') + slashes
      if (argument !== undefined) found.push(argument)
      argument = undefined
    } else argument = (argument ?? '') + slashes + char
  }
  if (inQuotes) throw new Error('a quote is open')
  return argument === undefined ? found : [...found, argument]
}
