// Decides whether a host is the machine itself: no other machine can reach such a host, and browsers treat it as secure even without TLS.

/** `hostname`: as `URL` writes it. */
export function isLoopback (hostname: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

/** `address`: an IP address, as sockets give it. */
export function isLoopbackAddress (address: string): boolean {
  return /^(?:::1|(?:::ffff:)?127(?:\.\d+){3})$/i.test(address)
}
