// Uncaught errors, such as those in timers, fail the running test that began last. By itself, tap would find the test that started the
// timer, but only by following every promise, timer and socket with async hooks, which takes a sixth of the CPU of most tests. So this file
// disables these hooks of tap. Load it before tap.
import asyncHooks from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'

const { createHook } = asyncHooks
type Callbacks = Parameters<typeof createHook>[0]

asyncHooks.createHook = (callbacks: Callbacks) => createHook(isOfTap() ? {} : callbacks)
syncBuiltinESMExports()

/** What is needed of a test of tap. */
interface Running {
  on (event: 'subtestStart' | 'end', heard: (test: unknown) => void): unknown
  threw (error: unknown): void
}

/** With `root`, the tests of this process: from now on, such errors fail the test that began last, of those that run. */
export function failByErrors (root: Running): void {
  const running = new Set<Running>()
  const follow = (test: Running) => {
    running.add(test)
    test.on('subtestStart', started => { follow(started as Running) })
    test.on('end', () => { running.delete(test) })
  }
  follow(root)
  process.on('uncaughtException', error => {
    // If all tests have ended, the process fails.
    const test = [...running].at(-1)
    if (test === undefined) throw error
    test.threw(error)
  })
}

function isOfTap (): boolean {
  return new Error().stack?.includes('async-hook-domain') ?? false
}
