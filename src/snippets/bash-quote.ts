// Strings of bash. Without control characters they are also those of dash, zsh and every other shell of POSIX.

// A line feed stands in quotes as it is. Terminals drop or obey the others when they are pasted, C1 included.
// eslint-disable-next-line no-control-regex
const CONTROL = /[\0-\x09\x0b-\x1f\x7f-\x9f]/

/** Bare where nothing of the text could mean anything to a shell. It must not hold NUL, which no argument can. */
export function bashQuoted (text: string): string {
  if (/^[\w@.%+-]+$/.test(text)) return text
  return CONTROL.test(text) ? `$'${text.replace(ANSI_SPECIAL, octal)}'` : plainQuoted(text)
}

/** For printf %b, which can write any byte. */
export function printfQuoted (text: string): string {
  return plainQuoted(text.replace(PRINTF_SPECIAL, char => octal(char).replaceAll('\\', '\\0')))
}

// A line that begins with ^ orders bash and zsh to repeat the last command with a change, inside quotes, too. So the quotes end before it
// and begin anew.
function plainQuoted (text: string): string {
  return `'${text.replaceAll("'", "'\\''").replaceAll('\n^', "\n''^")}'`
}

// The quote, too: where it is \', the history expansion of old versions takes the string to end there, and looks for ! behind it.
// eslint-disable-next-line no-control-regex
const ANSI_SPECIAL = /[\0-\x09\x0b-\x1f\x7f-\x9f'\\]|(?<=\n)\^/g
// eslint-disable-next-line no-control-regex
const PRINTF_SPECIAL = /[\0-\x09\x0b-\x1f\x7f-\x9f\\]/g

// Its UTF-8 bytes. Not \u, which bash knows only since 4.2, and macOS has 3.2.
function octal (char: string): string {
  return [...new TextEncoder().encode(char)].map(byte => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}
