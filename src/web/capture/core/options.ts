// What an app chooses when it starts the recorder, and what holds where it chooses nothing.
import type { PushDraft } from './push.js'

export interface CaptureOptions {
  /** Where the service is mounted, with or without a slash at its end. */
  url: string
  /** 15 characters. */
  session: string
  token?: string | undefined
  /** Who pushes, as the app names itself: at most 128 characters. */
  source?: string | undefined
  /** `watched`: what is recorded stays in a bounded ring until somebody watches the session. */
  when?: 'always' | 'watched' | undefined
  limits?: Partial<Limits> | undefined
  /** Passwords are masked without it; `false` turns all masking off. */
  mask?: false | MaskOptions | undefined
  /** Whether a request is not recorded, by its absolute address. */
  ignore?: ((url: string) => boolean) | undefined
}

export interface MaskOptions {
  /**
   * Names of headers, of parameters, of keys in JSON, forms and storage, beside those of passwords; `default` stands for all that
   * usually hold secrets.
   */
  names?: string[] | undefined
  /** Gets what would be pushed, masked by name already, and returns what is pushed in its place; undefined: nothing is. */
  edit?: ((push: PushDraft) => PushDraft | undefined) | undefined
}

export interface Limits {
  /** The most of a body; what is longer is cut, and its size is told in the note. */
  bodyBytes: number
  /** Of all that waits to be sent. */
  queueBytes: number
  /** How many requests wait at most. */
  queuePushes: number
}

export const LIMITS: Limits = { bodyBytes: 1024 * 1024, queueBytes: 16 * 1024 * 1024, queuePushes: 5000 }

/** With what the app has chosen. */
export function limitsOf ({ limits }: Pick<CaptureOptions, 'limits'>): Limits {
  return { ...LIMITS, ...limits }
}
