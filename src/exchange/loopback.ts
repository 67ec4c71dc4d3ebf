// Whether a host is the machine itself: no other one reaches it, and browsers take it for as safe as one with TLS.

/** As `URL` writes it. */
export function isLoopback (hostname: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}
