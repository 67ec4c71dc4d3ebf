// Keeps batches in memory, for a recorder without a session on a device without storage. They can be sent only as long as the page or the
// app runs.
import { wallMs } from './clock.js'
import { chosen, outdated, type BatchKey, type KeptBatch, type KeptBatches, type TakenBatches, type IsWanted } from './kept-batch.js'

export class MemoryBatches implements KeptBatches {
  private batches: KeptBatch[] = []
  private dropped = 0

  async add (batch: KeptBatch): Promise<void> {
    this.batches.push(batch)
  }

  async take (wanted: IsWanted): Promise<TakenBatches> {
    return { batches: chosen(this.batches, wanted), isBusy: false, dropped: this.dropped }
  }

  async settle (keys: BatchKey[], told: number, rest?: KeptBatch): Promise<void> {
    await this.remove(keys)
    if (rest) this.batches.push(rest)
    this.dropped -= told
  }

  async release (): Promise<void> {}

  async free (): Promise<void> {}

  async tidy (mostBytes: number): Promise<number> {
    const { keys, lost } = outdated(this.batches, mostBytes, wallMs())
    await this.remove(keys)
    this.dropped += lost
    return lost
  }

  leave (): void {}

  async remove (keys: BatchKey[]): Promise<void> {
    this.batches = this.batches.filter(({ key }) => !keys.includes(key))
  }
}
