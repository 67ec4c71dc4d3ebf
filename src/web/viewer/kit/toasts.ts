// Short messages at the bottom of the page, which disappear after a while, apart from those that show progress.
import { signal, type ReadonlySignal } from '@preact/signals'

export type ToastKind = 'info' | 'problem' | 'progress'

export interface ToastAction {
  name: string
  onClick: () => void
}

export interface Toast {
  text: string
  kind: ToastKind
  /** Shown in place of the button that closes it. */
  action?: ToastAction | undefined
}

export interface Toasts {
  /** At most one of each kind, so that a success does not hide a problem. */
  readonly shown: ReadonlySignal<readonly Toast[]>
  /** Replaces the message of the same kind. */
  show (text: string, kind?: ToastKind, action?: ToastAction): void
  dismiss (kind: ToastKind): void
}

// Progress is shown until it is dismissed.
const SHOWN_MS = { info: 3000, problem: 10_000, progress: undefined }
/** A message that offers to undo something. */
const WITH_ACTION_MS = 8000

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
    show (text, kind = 'info', action) {
      clearTimeout(timers.get(kind))
      shown.value = [...shown.peek().filter(toast => toast.kind !== kind), { text, kind, action }]
      const shownMs = action && kind === 'info' ? WITH_ACTION_MS : SHOWN_MS[kind]
      if (shownMs !== undefined) timers.set(kind, setTimeout(() => dismiss(kind), shownMs))
    }
  }
}
