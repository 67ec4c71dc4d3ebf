// Hostile clients beside the apps: attacks of every kind, at a fixed rate, against random replicas, until they are stopped.
import type { Dice } from '../chaos/dice.js'
import type { Attack, Target } from './attacks.js'

/** The number of answers of each kind, for each kind of attack. */
export type Answers = Record<string, Record<string, number>>

const TICK_MS = 20
/** Attacks that were delayed because the service was busy are sent later, up to this limit. */
const MAX_BEHIND_SECONDS = 5

export class Hostility {
  private readonly attacks: Attack[]
  private readonly targets: () => Target
  private readonly dice: Dice
  private readonly answers: Answers
  /** Called with an answer that the service may not give. */
  private readonly onFault: (fault: string) => void
  private readonly underWay = new Map<Attack, Set<Promise<void>>>()
  private readonly timer: NodeJS.Timeout

  constructor (attacks: Attack[], options: {
    perSecond: number, targets: () => Target, dice: Dice, answers: Answers, onFault: (fault: string) => void
  }) {
    this.attacks = attacks
    this.targets = options.targets
    this.dice = options.dice
    this.answers = options.answers
    this.onFault = options.onFault
    for (const attack of attacks) this.underWay.set(attack, new Set())
    let due = 0
    let lastMs = Date.now()
    this.timer = setInterval(() => {
      const nowMs = Date.now()
      due = Math.min(due + (nowMs - lastMs) / 1000 * options.perSecond, options.perSecond * MAX_BEHIND_SECONDS)
      lastMs = nowMs
      while (due >= 1 && this.begin()) due--
    }, TICK_MS)
  }

  /** Resolves when no attack is in progress; the signal of the targets aborts them. */
  async stop (): Promise<void> {
    clearInterval(this.timer)
    await Promise.all([...this.underWay.values()].flatMap(some => [...some]))
  }

  // Returns false if the maximum number is in progress. If a kind is at its maximum, the first kind is used instead.
  private begin (): boolean {
    const attack = [this.anyOne(), this.attacks[0]!].find(one => this.underWay.get(one)!.size < one.atOnce)
    if (attack === undefined) return false
    const some = this.underWay.get(attack)!
    const strike = this.strike(attack).finally(() => some.delete(strike))
    some.add(strike)
    return true
  }

  private anyOne (): Attack {
    let at = this.dice.below(1000 * this.attacks.reduce((sum, { share }) => sum + share, 0)) / 1000
    return this.attacks.find(({ share }) => (at -= share) < 0) ?? this.attacks[0]!
  }

  private async strike (attack: Attack): Promise<void> {
    const answer = await attack.strike(this.targets()).catch((error: Error) => {
      this.onFault(`${attack.name}: ${error.message}`)
      return 'wrong'
    })
    const answers = this.answers[attack.name] ??= {}
    answers[answer] = (answers[answer] ?? 0) + 1
  }
}
