// Where what is kept goes.

export interface Service {
  /** Where the service is mounted. Ends with a slash. */
  base: string
  session: string
  token?: string | undefined
}
