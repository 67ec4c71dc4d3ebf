// Screenshots and requests along the time. (A stand-in.)
export function Strip () {
  return null
}
