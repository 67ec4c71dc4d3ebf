// Makes the table of a large JSON text beside the page, so that the page stays quick.
import { scanJson } from './json-scan.js'

interface Scope {
  onmessage: ((event: MessageEvent<string>) => void) | null
  postMessage (message: unknown, transfer: Transferable[]): void
}

const scope = globalThis as unknown as Scope

scope.onmessage = ({ data }) => {
  const columns = scanJson(data)
  scope.postMessage(columns, [columns.words.buffer])
}
