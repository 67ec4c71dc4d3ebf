// The program that runs cases: `run-cases.ts <titles as JSON> <places as JSON>`. Prints the log of each case as a line of JSON.
import type { Case } from './case.js'
import { CASES } from './cases.js'
import type { Places } from './places.js'

const [, , titles = '', places = ''] = process.argv
const wanted = new Set(JSON.parse(titles) as string[])
const TIMEOUT_MS = 10_000

for (const one of CASES.filter(({ title }) => wanted.has(title))) {
  const lines: unknown[] = []
  const run = one.run(placesOf(one, JSON.parse(places) as Places), (...what) => { lines.push(what) })
  if (one.alone) {
    await run
    break
  }
  await Promise.race([run, late(one)]).catch((error: unknown) => lines.push(['threw', String(error)]))
  console.log(JSON.stringify({ title: one.title, lines }))
}

function placesOf (one: Case, places: Places): Places {
  const prefix = `/c${CASES.indexOf(one)}`
  const { http, https, http2, https2 } = places
  return { ...places, http: http + prefix, https: https + prefix, http2: http2 + prefix, https2: https2 + prefix }
}

function late ({ title }: Case): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`${title}: not over in time`)), TIMEOUT_MS).unref()
  })
}
