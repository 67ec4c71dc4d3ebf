// One screenshot, as large as the window allows, with a button that lists the requests at about the same time.
import { batch } from '@preact/signals'
import { useEffect, useRef, useState } from 'preact/hooks'
import { NEARBY_MS } from '../../../exchange/time-span.js'
import { usePage } from '../context.js'
import { IconButton } from '../kit/icons.js'
import { LateIconButton } from '../kit/late-icons.js'
import type { View } from '../model/view.js'
import { exactDateOf } from '../text/moments.js'
import { entriesAround } from './screenshots.js'
import './screenshots.css'

interface EnlargedProps {
  id: string
  onStep: (id: string) => void
  onClose: () => void
}

export function Enlarged ({ id, onStep, onClose }: EnlargedProps) {
  const { session, view, words: { screenshots: words } } = usePage()
  const dialog = useRef<HTMLDialogElement>(null)
  const [gone, setGone] = useState<string | undefined>(undefined)
  const screenshots = session.screenshots.value
  const at = screenshots.findIndex(screenshot => screenshot.id === id)
  const shot = screenshots[at]
  useEffect(() => { dialog.current?.showModal() }, [])
  const step = (by: number) => {
    const next = screenshots[at + by]
    if (next) onStep(next.id)
  }
  const around = shot ? entriesAround(session.entries.value, shot.timestamp).length : 0
  return (
    <dialog
      ref={dialog} class='enlarged' aria-label={words.dialog} onClose={onClose}
      onClick={event => { if (event.target === dialog.current) dialog.current?.close() }}
      onKeyDown={event => {
        if (event.key === 'ArrowLeft') step(-1)
        else if (event.key === 'ArrowRight') step(1)
      }}
    >
      <div class='enlarged-head'>
        <h2>{shot && exactDateOf(shot.timestamp)}</h2>
        <span class='dim'>{shot && words.position(at + 1, screenshots.length)}</span>
        {shot && around > 0 && (
          <button
            type='button' class='button framed' onClick={() => {
              dialog.current?.close()
              showAround(view, shot.timestamp)
            }}
          >
            {words.around(around)} · {words.showAround}
          </button>
        )}
        <IconButton icon='close' name={words.close} class='button icon enlarged-close' onClick={() => dialog.current?.close()} />
      </div>
      <div class='enlarged-room'>
        <LateIconButton icon='back' name={words.previous} disabled={at <= 0} onClick={() => step(-1)} />
        {shot && gone !== id
          ? <img src={session.screenshotUrl(shot)} alt={words.at(exactDateOf(shot.timestamp))} onError={() => setGone(id)} />
          : <p role='status'>{words.gone}</p>}
        <IconButton icon='next' name={words.next} disabled={at < 0 || at === screenshots.length - 1} onClick={() => step(1)} />
      </div>
    </dialog>
  )
}

/** In narrower windows, list and detail are not visible together (page/frame.tsx). */
const TOGETHER = '(min-width: 700px)'

// Lists the requests around a screenshot, and closes whatever covers the list.
function showAround (view: View, ms: number): void {
  batch(() => {
    view.range.value = { fromMs: ms - NEARBY_MS, toMs: ms + NEARBY_MS }
    view.mode.value = 'list'
    if (!matchMedia(TOGETHER).matches) view.selected.value = undefined
  })
}
