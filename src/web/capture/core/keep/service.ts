// The service and the session to which kept batches are sent.

export interface Service {
  /** Where the service is mounted. Ends with a slash. */
  base: string
  session: string
  token?: string | undefined
}
