// Shared by the page's workers: answers each message, and transfers the buffers of the answer.

/** The DOM types describe only windows, so a worker needs its own. */
interface Scope<Question> {
  onmessage: ((event: MessageEvent<Question>) => void) | null
  postMessage (message: unknown, transfer: Transferable[]): void
}

export function answerEach<Question> (answer: (question: Question) => { message: unknown, transfer: ArrayBufferLike[] }): void {
  const scope = globalThis as unknown as Scope<Question>
  scope.onmessage = ({ data }) => {
    const { message, transfer } = answer(data)
    scope.postMessage(message, transfer as ArrayBuffer[])
  }
}
