// The kinds of requests, to be chosen among. (A stand-in.)
export function Chips () {
  return null
}
