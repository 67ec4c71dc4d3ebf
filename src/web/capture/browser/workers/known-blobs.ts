// Remembers the blob of each blob address until the page revokes the address. When the page constructs a worker from it, the recorder
// makes an address of its own for the blob, because the page may revoke the other one at once.
import { SILENT, type Patches } from '../patch.js'

export class KnownBlobs {
  private readonly blobs = new Map<string, Blob>()

  constructor (patches: Patches) {
    patches.add(URL, 'createObjectURL', ([, , [object]]) => (address: string) => {
      if (object instanceof Blob) this.blobs.set(address, object)
    })
    patches.add(URL, 'revokeObjectURL', ([, , [address]]) => { this.blobs.delete(address as string) }, SILENT)
  }

  of (address: string): Blob | undefined {
    return this.blobs.get(address)
  }
}
