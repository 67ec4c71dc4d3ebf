// Reproducible random numbers: the same seed gives the same numbers.
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

const LARGEST_SEED = 2 ** 31 - 1

export class Dice {
  readonly seed: number
  private readonly generator: ReturnType<typeof xoroshiro128plus>

  /** Without a seed, chooses a random one. */
  constructor (seed = Math.floor(Math.random() * LARGEST_SEED)) {
    this.seed = seed
    this.generator = xoroshiro128plus(seed)
  }

  /** Returns an integer from 0 to `end` - 1. */
  below (end: number): number {
    return uniformInt(this.generator, 0, end - 1)
  }

  /** Returns a seed for separate dice, whose numbers do not depend on further use of this one. */
  newSeed (): number {
    return this.below(LARGEST_SEED)
  }

  anyOf<One> (many: readonly One[]): One {
    return many[this.below(many.length)]!
  }

  shuffled<One> (many: readonly One[]): One[] {
    const rest = [...many]
    return many.map(() => rest.splice(this.below(rest.length), 1)[0]!)
  }
}
