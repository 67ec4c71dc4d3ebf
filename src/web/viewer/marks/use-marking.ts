// Marking on behalf of the session that is watched.
import { useMemo } from 'preact/hooks'
import { usePage } from '../context.js'
import { Marking } from '../model/marking.js'

export function useMarking (): Marking {
  const { session, toasts } = usePage()
  return useMemo(() => new Marking(session.api, sentence => { toasts.show(sentence, 'problem') }), [session, toasts])
}
