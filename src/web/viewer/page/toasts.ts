// Short messages at the bottom of the page, which go away by themselves.
import { signal, type ReadonlySignal } from '@preact/signals'

export interface Toast {
  text: string
  kind: 'info' | 'problem'
}

export interface Toasts {
  readonly current: ReadonlySignal<Toast | undefined>
  /** Replaces the one that is there. */
  show (text: string, kind?: Toast['kind']): void
  dismiss (): void
}

const SHOWN_MS = { info: 3000, problem: 10_000 }

export function createToasts (): Toasts {
  const current = signal<Toast | undefined>(undefined)
  let timer: ReturnType<typeof setTimeout> | undefined
  const dismiss = () => {
    clearTimeout(timer)
    current.value = undefined
  }
  return {
    current,
    dismiss,
    show (text, kind = 'info') {
      dismiss()
      current.value = { text, kind }
      timer = setTimeout(dismiss, SHOWN_MS[kind])
    }
  }
}
