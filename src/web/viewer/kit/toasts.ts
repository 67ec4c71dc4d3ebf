// Short messages at the bottom of the page, which go away by themselves.
import { signal, type ReadonlySignal } from '@preact/signals'

export type ToastKind = 'info' | 'problem'

export interface Toast {
  text: string
  kind: ToastKind
}

export interface Toasts {
  /** At most one of each kind: what went well does not hide what went wrong. */
  readonly shown: ReadonlySignal<readonly Toast[]>
  /** Replaces the one of its kind. */
  show (text: string, kind?: ToastKind): void
  dismiss (kind: ToastKind): void
}

const SHOWN_MS = { info: 3000, problem: 10_000 }

export function createToasts (): Toasts {
  const shown = signal<readonly Toast[]>([])
  const timers = new Map<ToastKind, ReturnType<typeof setTimeout>>()
  const dismiss = (kind: ToastKind) => {
    clearTimeout(timers.get(kind))
    shown.value = shown.peek().filter(toast => toast.kind !== kind)
  }
  return {
    shown,
    dismiss,
    show (text, kind = 'info') {
      dismiss(kind)
      shown.value = [...shown.peek(), { text, kind }]
      timers.set(kind, setTimeout(() => dismiss(kind), SHOWN_MS[kind]))
    }
  }
}
