// How a platform asks the service for rules.

export interface RulesAnswer {
  status: number
  text: string
  /** The header `Earshot-Rules`. */
  rules?: string | undefined
  /** What the service asks for in Retry-After. */
  retryAfterMs?: number | undefined
}

export interface RulesTransport {
  /**
   * GET /capture/rules. With `after`, the service answers 204 if that is the version; with `waitSeconds`, it holds the request until the
   * version changes. `answer` rejects if none arrived, also after `cancel`.
   */
  ask (query: { after?: string, waitSeconds?: number }): { answer: Promise<RulesAnswer>, cancel (): void }
  /** GET /capture/rules/:id/body. Rejects if it did not arrive. */
  body (ruleId: string, stored: string): Promise<Uint8Array<ArrayBuffer>>
}
