// A process that exits runs no asynchronous code. So it starts another program to send the rest, and blocks until that program has ended.
import { spawnSync } from 'node:child_process'

/** How long to wait if the service takes nothing. Includes the time in which the program starts. */
const WAIT_MS = 3000

// The program gets the address, which may contain a token, by its standard input: other users of the machine can read command lines. It
// prints one character for each body that the service took.
const PROGRAM = `
let input = ''
process.stdin.setEncoding('utf8').on('data', text => { input += text }).on('end', () => {
  const { address, bodies } = JSON.parse(input)
  const { request } = require(address.startsWith('https:') ? 'https' : 'http')
  const next = () => {
    const body = bodies.shift()
    if (body === undefined) return
    const headers = { 'content-type': 'text/plain;charset=UTF-8', 'content-length': Buffer.byteLength(body) }
    request(address, { method: 'POST', headers }, answer => {
      if (answer.statusCode === 200) process.stdout.write('.')
      answer.resume().on('close', next)
    }).on('error', () => {}).end(body)
  }
  next()
})`

/**
 * Returns when all bodies are sent, or when the service takes no more: then it returns those that are left. Throws if no program may be
 * started.
 */
export function sendAndWait (address: URL, bodies: string[]): string[] {
  let left = bodies
  while (left.length > 0) {
    const taken = send(address, left)
    if (taken === 0) break
    left = left.slice(taken)
  }
  return left
}

/** Returns how many of them the service took. */
function send (address: URL, bodies: string[]): number {
  const { NODE_OPTIONS, NODE_V8_COVERAGE, ...env } = process.env
  const { stdout } = spawnSync(process.execPath, ['-e', PROGRAM], {
    input: JSON.stringify({ address: address.href, bodies }),
    env,
    timeout: WAIT_MS,
    killSignal: 'SIGKILL',
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true
  })
  return stdout.length
}
