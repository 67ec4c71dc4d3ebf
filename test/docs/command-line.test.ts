// docs/command-line.md is the help of the commands, and its examples are commands that there are.
import t from 'tap'
import { readFile } from 'node:fs/promises'
import { commandLineDocument } from '../../scripts/command-line-help.js'
import { createProgram } from '../../src/cli/program.js'

const PAGE = await readFile(new URL('../../docs/command-line.md', import.meta.url), 'utf8')

t.test('the page is what npm run docs:command-line writes', async t => {
  t.equal(PAGE, await commandLineDocument())
})

t.test('every command has examples, and each uses commands and options that there are', async t => {
  const { commands } = await createProgram()
  const examples = [...PAGE.matchAll(/^ {2}\$ (.*)$/gm)].map(([, line]) => line!)
  const used = examples.flatMap(line => [...line.replace(/'[^']*'/g, '').matchAll(/\bearshot (\w+)([^|]*)/g)]
    .map(([, name, rest]) => ({ line, name, options: rest!.split(' -- ')[0]!.match(/(?<=\s)--?[a-z][\w-]*/g) ?? [] })))
  t.same(commands.map(command => command.name()).filter(name => !used.some(one => one.name === name)), [])
  for (const { line, name, options } of used) {
    const command = commands.find(one => one.name() === name)
    t.same(options.filter(option => !command?.options.some(({ short, long }) => option === short || option === long)), [], line)
  }
})
