// Reproducible random numbers: the same seed gives the same numbers.
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

const LARGEST_SEED = 2 ** 31 - 1

export class Dice {
  readonly seed: number
  private readonly generator: ReturnType<typeof xoroshiro128plus>

  /** Without a seed: one by chance. */
  constructor (seed = Math.floor(Math.random() * LARGEST_SEED)) {
    this.seed = seed
    this.generator = xoroshiro128plus(seed)
  }

  /** A whole number from 0 on, and less than `end`. */
  below (end: number): number {
    return uniformInt(this.generator, 0, end - 1)
  }

  /** A seed for what has a dice of its own: it throws the same whatever else is thrown meanwhile. */
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
