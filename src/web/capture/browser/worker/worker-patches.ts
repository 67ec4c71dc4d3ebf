// Replaces functions of a worker. Some of them are not own properties of the global object, but of one of its prototypes.
import { descriptorOf } from '../natives.js'
import { Patches } from '../patch.js'

export class WorkerPatches extends Patches {
  override add (...[target, name, ...rest]: Parameters<Patches['add']>): void {
    super.add(holderOf(target, name), name, ...rest)
  }
}

function holderOf (target: object, name: string): object {
  for (let holder: object | null = target; holder; holder = Object.getPrototypeOf(holder) as object | null) {
    if (descriptorOf(holder, name)) return holder
  }
  return target
}
