// Finds out which workers the Content Security Policy of the page allows, by starting workers that do nothing. A page cannot read its
// policy, and browsers report only later whether a worker has started: too late to start the page's worker in another way.

export interface Allowed {
  /** Classic workers from blobs. Nothing is allowed without them. */
  classic: boolean
  module: boolean
  data: boolean
  /** Also scripts of this origin, in place of workers of this origin. */
  all: boolean
}

const Native = globalThis.Worker
const createObjectURL = URL.createObjectURL.bind(URL)
const revokeObjectURL = URL.revokeObjectURL.bind(URL)
const TYPE = 'text/javascript'
const YES = 'postMessage(1)'

export async function probe (isAll: boolean): Promise<Allowed> {
  const empty = addressOf('')
  const imports = `importScripts("${empty}");${YES}`
  const classic = await starts(addressOf(imports))
  if (!classic) return { classic, module: false, data: false, all: false }
  const [module, data, all] = await Promise.all([
    starts(addressOf(`import "${empty}";${YES}`), 'module'),
    starts(`data:${TYPE},importScripts("data:${TYPE},");${YES}`),
    // We import the page's script, so `script-src` applies, which may allow less than `worker-src`. It cannot be read: if even eval is
    // allowed, there is most likely none.
    isAll ? starts(addressOf(`(0,eval)("1");${YES}`)) : false
  ])
  revokeObjectURL(empty)
  return { classic, module, data, all }
}

async function starts (address: string, type: WorkerType = 'classic'): Promise<boolean> {
  let worker: Worker | undefined
  try {
    return await new Promise(resolve => {
      // Throws if the page requires trusted types.
      worker = new Native(address, { type })
      worker.onmessage = () => resolve(true)
      worker.onerror = event => {
        event.preventDefault()
        resolve(false)
      }
    })
  } catch {
    return false
  } finally {
    worker?.terminate()
    revokeObjectURL(address)
  }
}

function addressOf (text: string): string {
  return createObjectURL(new Blob([text], { type: TYPE }))
}
