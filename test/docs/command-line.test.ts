// docs/command-line.md matches the help of the commands, and its examples use existing commands.
import t from 'tap'
import { readFile } from 'node:fs/promises'
import { commandLineDocument } from '../../scripts/command-line-help.js'
import { createProgram } from '../../src/cli/program.js'

const PAGE = await readFile(new URL('../../docs/command-line.md', import.meta.url), 'utf8')

t.test('the page equals the output of npm run docs:command-line', async t => {
  t.equal(PAGE, await commandLineDocument())
})

t.test('every command has examples, which use existing commands and options', async t => {
  const { commands } = await createProgram()
  // The command that an example names: `rules add` before `rules`.
  const named = (name: string, rest: string) => {
    const command = commands.find(one => one.name() === name)
    return command?.commands.find(below => below.name() === rest.trim().split(' ')[0]) ?? command
  }
  const examples = [...PAGE.matchAll(/^ {2}\$ (.*)$/gm)].map(([, line]) => line!)
  const used = examples.flatMap(line => [...line.replace(/'[^']*'/g, '').matchAll(/\bearshot (\w+)([^|]*)/g)]
    .map(([, name, rest]) => ({ line, name, command: named(name!, rest!), options: rest!.split(' -- ')[0]!.match(/(?<=\s)--?[a-z][\w-]*/g) ?? [] })))
  t.same(commands.map(command => command.name()).filter(name => !used.some(one => one.name === name)), [])
  for (const { line, command, options } of used) {
    t.same(options.filter(option => !command?.options.some(({ short, long }) => option === short || option === long)), [], line)
  }
})
