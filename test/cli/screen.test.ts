// The output of src/cli/screen.ts, as a real terminal emulator (xterm.js) shows it.
import t, { type Test } from 'tap'
import { EventEmitter } from 'node:events'
import xterm from '@xterm/headless'
import { Screen } from '../../src/cli/screen.js'
import { columnsOf, fitted, wrapped } from '../../src/cli/columns.js'
import { visible } from '../../src/text/visible.js'
import { until } from '../support/until.js'

class Terminal extends EventEmitter {
  readonly columns = 20
  readonly rows = 5
  takes = true
  writes = 0
  private readonly terminal = new xterm.Terminal(
    { cols: this.columns, rows: this.rows, scrollback: 10_000, allowProposedApi: true, convertEol: true }
  )

  write (text: string): boolean {
    this.writes++
    this.terminal.write(text)
    return this.takes
  }

  /** Returns all lines, including those scrolled away. */
  lines (): string[] {
    const { active } = this.terminal.buffer
    return Array.from({ length: active.length }, (_, n) => active.getLine(n)?.translateToString(true) ?? '').join('\n').trimEnd()
      .split('\n')
  }

  async shows (lines: string[]): Promise<void> {
    await until(`it shows ${JSON.stringify(lines)}, and not ${JSON.stringify(this.lines())}`, async () =>
      JSON.stringify(this.lines()) === JSON.stringify(lines))
  }
}

function open (t: Test) {
  const terminal = new Terminal()
  const screen = new Screen(terminal)
  t.teardown(() => screen.close())
  return { terminal, screen }
}

t.test('updates a line in place while it is visible, and prints it again after it was scrolled away', async t => {
  const { terminal, screen } = open(t)
  for (const id of ['a', 'b', 'c']) screen.draw(id, () => `${id} pending`)
  await terminal.shows(['a pending', 'b pending', 'c pending'])
  screen.draw('b', () => 'b 200')
  await terminal.shows(['a pending', 'b 200', 'c pending'])
  screen.draw('d', () => 'd pending')
  screen.draw('a', () => 'a 200')
  await terminal.shows(['a 200', 'b 200', 'c pending', 'd pending'])
  for (const id of ['e', 'f']) screen.draw(id, () => id)
  await terminal.shows(['a 200', 'b 200', 'c pending', 'd pending', 'e', 'f'])
  screen.draw('c', () => 'c 200')
  screen.draw('a', () => 'a again')
  await terminal.shows(['a 200', 'b 200', 'c 200', 'd pending', 'e', 'f', 'a again'])
})

t.test('changes in quick succession are drawn once, in one write, for the current width', async t => {
  const { terminal, screen } = open(t)
  let drawn = 0
  for (let n = 0; n < 2000; n++) {
    screen.draw(`${n % 3}`, columns => { drawn++; return `${n} of ${columns}` })
  }
  await terminal.shows(['1998 of 20', '1999 of 20', '1997 of 20'])
  t.same([drawn, terminal.writes], [3, 1])
})

t.test('waits for a terminal that accepts no output, and reports skipped lines', async t => {
  const { terminal, screen } = open(t)
  terminal.takes = false
  screen.draw('first', () => 'first')
  await terminal.shows(['first'])
  for (let n = 0; n < 5010; n++) screen.say(() => `line ${n}`)
  terminal.takes = true
  terminal.emit('drain')
  await until('the rest is there', async () => terminal.lines().at(-1) === 'line 5009')
  t.match(terminal.lines().join('\n'), /^first\n… 10 lines skipped…\nline 10\n/)
})

t.test('after a resize, lines are printed again, because the old positions are unknown', async t => {
  const { terminal, screen } = open(t)
  screen.draw('a', () => 'a pending')
  await terminal.shows(['a pending'])
  terminal.emit('resize')
  screen.draw('a', () => 'a 200')
  await terminal.shows(['a pending', 'a 200'])
})

t.test('recorded text cannot contain control characters, nor exceed the width of the terminal', async t => {
  t.equal(fitted(visible('a\x1b[2J\u202eb'), 12), 'a\\u001b[2J\\…')
  t.equal(fitted('short', 20), 'short')
  t.equal(fitted('a text that is longer', 10), 'a text th…')
  t.equal(fitted('日本語日本語日本語', 7), '日本語…')
  t.equal(fitted('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 5), '👩‍👩‍👧‍👦👩‍👩‍👧‍👦…')
  for (let n = 0; n < 500; n++) {
    const text = Array.from({ length: 30 }, (_, at) => ['a', '…', '日', 'é', '👩', '×'][(n * 7 + at * at * (n + 3)) % 6]).join('')
    if (columnsOf(fitted(text, 1 + n % 25)) > 1 + n % 25) t.fail(`${text} in ${1 + n % 25}`)
  }
  t.same(wrapped('a sentence that takes lines', 11), ['a sentence', 'that takes', 'lines'])
})
