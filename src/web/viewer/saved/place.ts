// The address of a page that is a file. Some browsers do not let it change: then it stays, and the page works all the same.
import type { Place } from '../model/view.js'

export function filePlace (page: Window): Place {
  const tried = (change: () => void) => {
    try {
      change()
    } catch {}
  }
  return {
    get location () { return page.location },
    history: {
      pushState: (...step) => tried(() => page.history.pushState(...step)),
      replaceState: (...step) => tried(() => page.history.replaceState(...step))
    },
    addEventListener: (type, listener) => page.addEventListener(type, listener)
  }
}
