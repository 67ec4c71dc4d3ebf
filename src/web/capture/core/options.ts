// The options with which an app starts the recorder, and their defaults.
import type { PushDraft } from './push.js'

export interface CaptureOptions {
  /** Where the service is mounted, with or without a slash at its end. */
  url: string
  /** The id of the session: exactly 15 characters. */
  session: string
  token?: string | undefined
  /** The name of the app that pushes: at most 128 characters. */
  source?: string | undefined
  /** `watched`: what is recorded stays in a bounded queue until somebody watches the session. */
  when?: 'always' | 'watched' | undefined
  limits?: Partial<Limits> | undefined
  /** By default, the values of all usual names of secrets are masked; `false` turns all masking off. */
  mask?: false | MaskOptions | undefined
  /**
   * Opts in to rules: viewers may answer, change, delay or fail the requests of this app. A list of hosts, as in `['api.example.com',
   * '*.test']` or a text with commas, restricts them to requests to these. By default, no code for rules is loaded.
   */
  rules?: boolean | string | string[] | undefined
  /** Gets the absolute address of a request; if it returns true, the request is not recorded. */
  ignore?: ((url: string) => boolean) | undefined
}

export interface InitiatorOption {
  /**
   * Records which code started a request: for `all` requests, or for a share of them, such as `0.1`. By default, for none. Each takes
   * about 0.3 ms more of the app's time, so at most 100 in a second have it.
   */
  initiator?: boolean | string | number | undefined
}

export interface MaskOptions {
  /**
   * Names whose values are masked in addition to the usual names of secrets: of headers, of parameters, of keys in JSON, forms and storage.
   * The special name `passwords` replaces the usual names: only passwords are masked. For people who debug tokens.
   */
  names?: string[] | undefined
  /** Gets each push, already masked by name, and returns the push that is sent in its place; undefined: none is sent. */
  edit?: ((push: PushDraft) => PushDraft | undefined) | undefined
}

/** Reads a setting that is one text: names, separated by commas or blanks; or `off`. */
export function maskOf (text: string): false | MaskOptions {
  return text === 'off' ? false : { names: text.split(/[\s,]+/).filter(Boolean) }
}

export interface Limits {
  /** The longest body, in bytes; a longer one is cut, and the note tells its size. */
  bodyBytes: number
  /** About how many bytes of memory all pushes that wait may take. */
  queueBytes: number
  /** At most how many requests may wait. */
  queuePushes: number
}

export const LIMITS: Limits = { bodyBytes: 1024 * 1024, queueBytes: 16 * 1024 * 1024, queuePushes: 5000 }

/** The defaults, with the app's own limits in place of them. */
export function limitsOf ({ limits }: Pick<CaptureOptions, 'limits'>): Limits {
  return { ...LIMITS, ...limits }
}
