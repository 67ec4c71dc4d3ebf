// A program with rules that sends the same request again and again, and prints each answer that differs from the one before, with the
// time in milliseconds since 1970. Run: asks-again.ts <service> <session> <address>
import { setTimeout as sleep } from 'node:timers/promises'
import { Earshot } from '../../src/web/capture/node/earshot.js'

const [, , url = '', session = '', address = ''] = process.argv
Earshot.start({ url, session, rules: true, when: 'watched' })
let known = ''
for (;;) {
  const answer = await (await fetch(`${address}/state`)).text()
  if (answer !== known) console.log(JSON.stringify({ answer, atMs: performance.timeOrigin + performance.now() }))
  known = answer
  await sleep(10)
}
