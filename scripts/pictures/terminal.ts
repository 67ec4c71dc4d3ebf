// A terminal as a page, and what a program prints, as its user sees it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Page } from 'playwright-core'

export const TERMINAL_STYLE = `
  body { margin: 0; background: #fff }
  .terminal {
    box-sizing: border-box; margin: 0; padding: 14px 18px; overflow: hidden; background: #1b1f27; color: #d8dee9;
    font: 13px/1.45 'DejaVu Sans Mono', monospace; white-space: pre-wrap
  }
  .terminal b { color: #8fd19e; font-weight: normal }
  .terminal .bad { color: #ff8a80 }`

export interface Program {
  /** As the terminal shows it. */
  line: string
  command: string
  args: string[]
  env?: NodeJS.ProcessEnv
  cwd: string
}

/** Shows the line and then, as it is printed, the output of the program. Resolves when the program has ended, whatever its exit code. */
export async function runInTerminal (page: Page, { line, command, args, env, cwd }: Program): Promise<void> {
  await print(page, `$ ${line}\n`)
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const printed: Promise<void>[] = []
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => { printed.push(print(page, text)) })
  }
  await once(child, 'close')
  await Promise.all(printed)
}

/** Lines that report a failure are red, prompts and successes green. */
async function print (page: Page, text: string): Promise<void> {
  await page.evaluate(text => {
    const terminal = document.querySelector('.terminal')
    for (const line of text.split(/(?<=\n)/)) {
      const part = document.createElement(/^(\$|✔)/.test(line) ? 'b' : 'span')
      if (line.startsWith('✖')) part.className = 'bad'
      part.textContent = line
      terminal?.append(part)
    }
    if (terminal) terminal.scrollTop = terminal.scrollHeight
  }, text)
}
