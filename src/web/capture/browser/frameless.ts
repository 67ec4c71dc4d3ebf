// Watches functions of the browser without a stack frame of ours between the page and the function. If such a function throws, the error is
// reported at the page's own line, as without the recorder. With our frame in between, the page would only learn "Script error.".
//
// The trap of the proxy is itself a function of the browser: `reduce` or `forEach`. It calls three functions in turn: ours, the watched
// one, and ours again. So none of our functions is on the stack while the watched one runs.
import { quiet } from '../core/host.js'

/** The call that is about to be made, as a trap gets it; `Watch` may change it. For a constructor: its arguments, then `new.target`. */
export type Call = [native: Function, self: never, args: unknown[]]

/** Called before the function. Returns what is called after it, unless it throws; that may return another value for the page. */
export type Watch = (call: Call) => ((value: never) => unknown) | undefined | void

type Functions = Record<'apply' | 'construct' | 'bind' | 'call' | 'reduce' | 'forEach', Function>
const { apply, construct } = Reflect as unknown as Functions
const { bind, call } = Function.prototype as unknown as Functions
const { reduce } = Array.prototype as unknown as Functions
const { forEach } = URLSearchParams.prototype as unknown as Functions
const bound = Reflect.apply(bind, call, [bind]) as (native: unknown, ...given: unknown[]) => () => unknown
const NOTHING = () => {}
const inTurn = (each: unknown) => new Proxy(NOTHING, { apply: bound(call, each) })
// Chromium names the first one in the stack of an error, but not the second one, which returns nothing.
const RETURNING = inTurn(bound(reduce, [0, 0, 0]))
const SILENT = inTurn(bound(forEach, new URLSearchParams('0&1&2')))

/** `part`: how the function is called. `returns`: whether it returns anything. */
export function watched (native: Function, watch: Watch, part: 'apply' | 'construct' = 'apply', returns = true): Function {
  const how = part === 'apply' ? apply : construct
  const inTurn = returns ? RETURNING : SILENT
  return new Proxy(native, { get [part] () { return trap(watch, how, inTurn) } })
}

// The trap for one call. `inTurn` calls it three times; each time, `handler` gives it the next of `steps`: `before`, the watched function
// (which replaces NOTHING), and `afterwards`. `before` gets the arguments of the trap: from `forEach` as `this`, from `reduce` as its first
// argument.
function trap (watch: Watch, how: unknown, inTurn: () => unknown): () => unknown {
  let turn = 0
  let after: ReturnType<Watch>
  const before = (_: unknown, self: TrapArguments | undefined, [first]: [TrapArguments]) => {
    const [, , call] = self ?? first
    after = quiet(() => watch(call))
    steps[1] = bound(how, undefined, ...call)
  }
  const afterwards = (_: unknown, _self: unknown, [value]: [never]) => quiet(() => after?.(value)) ?? value
  const steps: Function[] = [before, NOTHING, afterwards]
  // Defined, because a page may have frozen Function.prototype: then `apply` cannot be assigned.
  const target: object = Object.defineProperty(() => {}, 'apply', { value: inTurn })
  const handler = new Proxy(target, { get apply () { return steps[turn++] as () => unknown } })
  return new Proxy(NOTHING, handler)
}

/** What `reduce` and `forEach` hand on: the arguments of the trap, in the third place. */
type TrapArguments = [unknown, unknown, Call]
