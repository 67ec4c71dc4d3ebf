// Remembers the blob of each blob address, because a page may revoke the address as soon as it has constructed a worker from it. A blob is
// kept as long as the browser itself would keep it: until its address is revoked.
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
