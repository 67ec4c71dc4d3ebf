// Compares beside the page, so that the page stays quick.
import { answerTo, buffersOf, type Question } from './answer.js'

interface Scope {
  onmessage: ((event: MessageEvent<Question>) => void) | null
  postMessage (message: unknown, transfer: Transferable[]): void
}

const scope = globalThis as unknown as Scope

scope.onmessage = ({ data }) => {
  const answer = answerTo(data)
  scope.postMessage(answer, buffersOf(answer) as ArrayBuffer[])
}
