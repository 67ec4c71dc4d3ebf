// scripts/compose-check [--cluster] [phase]: tests the stack that users get, on any Docker engine. First runs test/contract.test.ts through
// the load balancer. Then it generates load and injects faults: each acknowledged push must exist once, and every viewer must end with
// exactly the entries that the service lists.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Verdict } from '../chaos/verdict.js'
import { clusterPhases, phases, runPhase, type Phase } from './phases.js'
import { bringUp, type Stack } from './stack.js'

const run = promisify(execFile)
const CONTRACT = fileURLToPath(new URL('../contract.test.ts', import.meta.url))
const TSX = fileURLToPath(new URL('../../node_modules/.bin/tsx', import.meta.url))

const words = process.argv.slice(2)
const cluster = words.includes('--cluster')
const chosen = (cluster ? clusterPhases : phases).filter(({ name }) => words.every(word => word === '--cluster' || name.includes(word)))
say('bringing the stack up')
const startedMs = Date.now()
const rising = bringUp(cluster)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => { rising.then(stack => end(stack, 1)).catch(() => process.exit(1)) })
}
const stack = await rising
say(`up at ${stack.url} after ${Math.round((Date.now() - startedMs) / 1000)} s`)

try {
  await checkContract(stack)
  for (const phase of chosen) await check(phase, stack)
} catch (error) {
  say(`FAILED: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
await end(stack, process.exitCode ?? 0)

async function checkContract ({ url }: Stack): Promise<void> {
  const env = { ...process.env, EARSHOT_URL: url }
  const { stdout } = await run(TSX, [CONTRACT], { env }).catch((fault: Error & { stdout: string }) => {
    throw new Error(`tests of the API fail through the load balancer:\n${fault.stdout.replace(/^(.{200}).*/gm, '$1…')}`)
  })
  say(`the API works through the load balancer: ${stdout.match(/^ok /gm)?.length} tests passed`)
}

async function check (phase: Phase, stack: Stack): Promise<void> {
  const verdict = await runPhase(stack, phase)
  const wrong = wrongIn(verdict, phase)
  const { seconds, pushes, retries, stubborn, breaks, resumes, resyncs, lost, doubled, gaps, faults } = verdict
  say(`${phase.name}, ${Math.round(seconds)} s, ${breaks} times: ${Math.round(pushes / seconds)} pushes/s with ${phase.crowd.viewers} viewers; ` +
    `pushes ${pushes}, retries ${retries}, not mended by one retry ${stubborn}, lost ${lost}, doubled ${doubled}, other faults ${faults}; ` +
    `viewers resumed ${resumes}, listed anew ${resyncs}, gaps ${gaps}, not equal to the list ${verdict.wrong}`)
  if (wrong.length > 0) {
    say(`FAILED: ${phase.name}: ${wrong.join(', ')}`)
    process.exitCode = 1
  }
}

/** Returns the names of the figures that must be 0 but are not. */
function wrongIn (verdict: Verdict, { gentle }: Phase): string[] {
  const figures = ['lost', 'doubled', 'gaps', 'wrong', ...gentle ? ['stubborn', 'resyncs'] as const : []] as const
  return figures.filter(figure => verdict[figure] > 0)
}

async function end (stack: Stack, code: number | string): Promise<void> {
  await stack.down()
  say(code === 0 ? 'all is well' : 'FAILED')
  process.exit(Number(code))
}

function say (text: string): void {
  console.log(`compose-check: ${text}`)
}
