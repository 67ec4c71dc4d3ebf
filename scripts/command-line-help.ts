// npm run docs:command-line: writes docs/command-line.md from the help of the commands themselves. A test compares the two.
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { createProgram } from '../src/cli/program.js'

const FILE = fileURLToPath(new URL('../docs/command-line.md', import.meta.url))
const WIDTH = 110

const HEAD = `# The command line

<!-- Generated from the commands' help by \`npm run docs:command-line\`; do not edit. -->

With the package ([install it](../README.md#the-command-line)), run \`npx earshot <command>\`; in a checkout,
\`node dist/cli/main.js <command>\` (there, \`npx earshot\` would first build everything again). \`--url\` or \`EARSHOT_URL\` is the URL of the
service; the token is read from \`EARSHOT_TOKEN\` only. [The filter language](filter.md) is the same as in the viewer. Regular
expressions work here, too; if they take more than 5 s, the command ends with an error. See also: [in tests](testing.md).
`

export async function commandLineDocument (): Promise<string> {
  const program = await createProgram()
  const commands = program.commands.filter(command => command.name() !== 'help')
  return [HEAD, sectionOf('## earshot', program), ...commands.flatMap(command => sectionsOf(`## earshot ${command.name()}`, command))].join('\n')
}

/** The command, and the commands below it. */
function sectionsOf (title: string, command: Command): string[] {
  return [sectionOf(title, command), ...command.commands.flatMap(below => sectionsOf(`#${title} ${below.name()}`, below))]
}

function sectionOf (title: string, command: Command): string {
  return `${title}\n\n\`\`\`text\n${helpOf(command).trim()}\n\`\`\`\n`
}

function helpOf (command: Command): string {
  let help = ''
  command.configureOutput({ writeOut: text => { help += text }, getOutHelpWidth: () => WIDTH, getOutHasColors: () => false }).outputHelp()
  return help
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(FILE, await commandLineDocument())
