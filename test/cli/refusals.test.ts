// Invalid arguments and unreachable services: each command ends with the right exit code, and says what to do.
import t from 'tap'
import { join } from 'node:path'
import { run } from '../../src/cli/program.js'
import { startRedis } from '../support/redis.js'
import { startReplica } from '../support/replica.js'
import { ROOT } from './earshot.js'

const replica = await startReplica(t, await startRedis(t))
process.env.EARSHOT_URL = replica.url
process.chdir(ROOT)
const NOWHERE = 'http://127.0.0.1:9'

for (const { title, args, code, says } of [
  {
    title: 'a command that is none',
    args: ['wach'],
    code: 2,
    says: /unknown command 'wach'\n\(Did you mean watch\?\)\n\(see: earshot --help\)/
  },
  {
    title: 'an option that is none',
    args: ['wait', 'a', '--loud'],
    code: 2,
    says: /unknown option '--loud'\n\(usage: earshot wait \[options\] <session>; see: earshot wait --help\)/
  },
  {
    title: 'a session of another length',
    args: ['watch', 'short'],
    code: 2,
    says: /^earshot: A session id has 15 characters; "short" has 5\n$/
  },
  {
    title: 'the URL of a session instead of its id',
    args: ['watch', 'http://127.0.0.1:3000/?sessionId=my-test-session#list'],
    code: 2,
    says: /^earshot: Give only the id of the session, my-test-session, not its URL\n$/
  },
  {
    title: 'a URL that is none',
    args: ['watch', '15-characters--', '--url', 'here'],
    code: 2,
    says: /--url must be a URL such as http/
  },
  {
    title: 'a token on the command line',
    args: ['export', '15-characters--', '--url', 'http://a?token=t'],
    code: 2,
    says: /Set EARSHOT_TOKEN/
  },
  { title: 'a time that is none', args: ['wait', '15-characters--', '--timeout', 'soon'], code: 2, says: /such as 500ms, 30s or 2m/ },
  { title: '--none with --count', args: ['wait', '15-characters--', '--none', '--count', '2'], code: 2, says: /cannot be used together/ },
  ...['wait', 'watch', 'diff'].map(command => ({
    title: `a filter that needs the whole session (${command})`,
    args: [command, '15-characters--', ...command === 'diff' ? ['15-characters--'] : [], '--filter', 'is:dup'],
    code: 2,
    says: /compare requests with each other/
  })),
  {
    title: 'a session that nobody knows',
    args: ['export', 'nobody-knows-it'],
    code: 2,
    says: /^earshot: There is no session nobody-knows-it: nothing was recorded to it, or it has expired\n$/
  },
  {
    title: 'a subcommand of rules after the session',
    args: ['rules', '15-characters--', 'off'],
    code: 2,
    says: /^error: the subcommand comes first: earshot rules off 15-characters--\n/
  },
  {
    title: 'something that is neither file nor session',
    args: ['diff', 'x', 'y'],
    code: 2,
    says: /x is neither a file nor the id of a session/
  },
  { title: 'a file that is not there', args: ['import', 'none.har'], code: 2, says: /^earshot: none\.har cannot be read: there is no such file\n$/ },
  { title: 'a folder instead of a file', args: ['import', 'test'], code: 2, says: /^earshot: test cannot be read: it is a folder\n$/ },
  {
    title: 'help about a command that is none', args: ['help', 'wach'], code: 2, says: /^error: unknown command 'wach'\n\(Did you mean watch\?\)\n/
  },
  {
    title: 'a file that is no recording',
    args: ['import', join(ROOT, 'package.json')],
    code: 2,
    says: /package\.json is not a recording: it is not a HAR file \(no log\.entries\)/
  },
  ...[['npm', 'test'], ['node', 'app.mjs'], ['./run', 'app.js'], ['a.example,npm', 'test']].map(([value = '', program = '']) => ({
    title: `a program as the value of --rules (${value})`,
    args: ['record', '--session', '15-characters--', '--rules', value, program],
    code: 2,
    says: new RegExp(`^earshot: --rules ${value}: "[\\w./]+" is not a host\\. Write -- before the program: --rules -- ${value} ${program}\\n$`)
  })),
  ...[['--rules', 'api', '--'], ['--rules=api'], ['--rules', 'a.example'], ['--rules', 'localhost'], ['--rules', '--']].map(args => ({
    title: `a program that is none, after ${args.join(' ')}`,
    args: ['record', ...args, 'no-such-program'],
    code: 127,
    says: /Command not found: no-such-program/
  })),
  { title: 'a number below 0', args: ['watch', '15-characters--', '-n', '-1'], code: 2, says: /It must be a whole number from 0 to 9999999\./ },
  ...['lst', 'rm'].map(name => ({
    title: `a subcommand that is none (${name})`,
    args: ['rules', name, '15-characters--'],
    code: 2,
    says: new RegExp(`^error: there is no subcommand '${name}'\\. The subcommands are list, add, from, export, off, on, remove\\n\\(see: earshot rules --help\\)`)
  })),
  {
    title: 'a program that cannot be run',
    args: ['record', '--', './test'],
    code: 126,
    says: /^Recording: .*\nearshot: \.\/test cannot be run: it is not an executable file\n$/
  },
  {
    title: 'options of one push, without its URL',
    args: ['push', '15-characters--', '--status', '200', '--method', 'POST'],
    code: 2,
    says: /^earshot: --method and --status cannot be used with pushes from stdin; for one request, add --api\n$/
  },
  { title: 'a program that is none', args: ['record', '--', 'no-such-program'], code: 127, says: /Command not found: no-such-program/ },
  ...['export', 'push', 'record', 'replay', 'diff'].map(command => ({
    title: `a service that is away (${command})`,
    args: [
      command, '--url', NOWHERE,
      ...{
        export: ['15-characters--'],
        push: ['15-characters--', '--api', '/'],
        record: ['--', 'true'],
        replay: ['test/data/shop.har'],
        diff: ['15-characters--', '15-characters--']
      }[command]!
    ],
    code: 3,
    says: /^earshot: Cannot reach http:\/\/127\.0\.0\.1:9 \(.*\)\. Start the service with `earshot start`, or correct --url\n$/
  }))
]) {
  t.test(`${title}: exit code ${code}, and a message that says what to do`, async t => {
    const { stderr, ...ran } = await here(args)
    t.equal(ran.code, code)
    t.match(stderr, says)
  })
}

t.test('a wrong URL of the service: the message names where it was given', async t => {
  const session = '15-characters--'
  for (const { env, args = [], says } of [
    { env: 'here', says: /^earshot: EARSHOT_URL must be a URL such as http:.*; it is "here"\n$/ },
    { env: NOWHERE, says: /Start the service with `earshot start`, or correct EARSHOT_URL\n$/ },
    { env: NOWHERE, args: ['--url', 'here'], says: /^earshot: --url must be a URL/ },
    { env: `${replica.url}/no-such-path`, says: /answered 404.*: check that EARSHOT_URL is the URL of Earshot\n$/ }
  ]) {
    process.env.EARSHOT_URL = env
    t.match((await here(['export', session, ...args])).stderr, says, [env, ...args].join(' '))
  }
  process.env.EARSHOT_URL = replica.url
})

/** Runs in this process, because separate ones would take long; returns the output on stderr and the exit code. */
async function here (args: string[]): Promise<{ code: number, stderr: string }> {
  const write = process.stderr.write.bind(process.stderr)
  let stderr = ''
  process.stderr.write = (text: string | Uint8Array) => { stderr += String(text); return true }
  try {
    const code = await run(args)
    return { code, stderr }
  } finally {
    process.stderr.write = write
  }
}
