// Colors for text on a terminal, named by their meaning. There are none if the stream is not a terminal, or if the user disables them
// (NO_COLOR, TERM=dumb).
import type { WriteStream } from 'node:tty'

export type Paint = (text: string) => string
export type Colors = Record<'good' | 'moved' | 'mistake' | 'bad' | 'faint' | 'strong', Paint>

const PLAIN: Colors = { good: same, moved: same, mistake: same, bad: same, faint: same, strong: same }
const COLORED: Colors = {
  good: style(32, 39), moved: style(36, 39), mistake: style(33, 39), bad: style(31, 39), faint: style(2, 22), strong: style(1, 22)
}

export function colorsFor (stream: NodeJS.WritableStream & Partial<WriteStream>): Colors {
  // hasColors checks NO_COLOR, FORCE_COLOR and the name of the terminal.
  return stream.isTTY && stream.hasColors?.() ? COLORED : PLAIN
}

function same (text: string): string {
  return text
}

function style (begin: number, end: number): Paint {
  return text => `\x1b[${begin}m${text}\x1b[${end}m`
}
