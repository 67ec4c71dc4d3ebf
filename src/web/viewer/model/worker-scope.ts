// The other side of a worker that answers question by question, and hands over what its answers are made of.

/** The types of a page know windows only. */
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
