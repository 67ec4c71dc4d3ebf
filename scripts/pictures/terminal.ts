// A page that looks like a terminal, and shows the output of a program while it runs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Page } from 'playwright-core'

/** Its height is that of its text, if no other is set. Lines that report a failure are red, prompts and successes green. */
export const TERMINAL = `<!doctype html>
  <meta charset="utf-8">
  <style>
    body { margin: 0 }
    .terminal {
      box-sizing: border-box; margin: 0; padding: 14px 18px; overflow: hidden; background: #1b1f27; color: #d8dee9;
      font: 13px/1.45 'DejaVu Sans Mono', monospace; white-space: pre-wrap
    }
    .good { color: #8fd19e }
    .bad { color: #ff8a80 }
  </style>
  <pre class="terminal"></pre>
  <script>
    const terminal = document.querySelector('.terminal')
    function print (text) {
      for (const line of text.split(/(?<=\\n)/)) {
        const part = document.createElement('span')
        part.className = /^[$✔]/.test(line) ? 'good' : line.startsWith('✖') ? 'bad' : ''
        part.textContent = line
        terminal.append(part)
      }
      terminal.scrollTop = terminal.scrollHeight
    }
  </script>`

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

export async function print (page: Page, text: string): Promise<void> {
  await page.evaluate(`print(${JSON.stringify(text)})`)
}
