// Quotes strings for bash. If a string has no control characters, its quoted form also works in dash, zsh and every other POSIX shell.

// A line feed can stand in quotes. Terminals drop or execute other control characters, C1 included, when they are pasted.
// eslint-disable-next-line no-control-regex
const CONTROL = /[\0-\x09\x0b-\x1f\x7f-\x9f]/

/** Without quotes if no character has a meaning for a shell. The text must not contain NUL, which no argument can contain. */
export function bashQuoted (text: string): string {
  if (/^[\w@.%+-]+$/.test(text)) return text
  return CONTROL.test(text) ? `$'${text.replace(ANSI_SPECIAL, octal)}'` : plainQuoted(text)
}

/** For printf %b, which can write any byte. */
export function printfQuoted (text: string): string {
  return plainQuoted(text.replace(PRINTF_SPECIAL, char => octal(char).replaceAll('\\', '\\0')))
}

// A line that begins with ^ makes bash and zsh repeat the last command with a change, even inside quotes. So the quotes end before it
// and open again.
function plainQuoted (text: string): string {
  return `'${text.replaceAll("'", "'\\''").replaceAll('\n^', "\n''^")}'`
}

// The quote, too: if it is written as \', the history expansion of old versions ends the string there, and looks for ! after it.
// eslint-disable-next-line no-control-regex
const ANSI_SPECIAL = /[\0-\x09\x0b-\x1f\x7f-\x9f'\\]|(?<=\n)\^/g
// eslint-disable-next-line no-control-regex
const PRINTF_SPECIAL = /[\0-\x09\x0b-\x1f\x7f-\x9f\\]/g

// The character's UTF-8 bytes. Not \u: bash supports it only since 4.2, and macOS has 3.2.
function octal (char: string): string {
  return [...new TextEncoder().encode(char)].map(byte => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}
