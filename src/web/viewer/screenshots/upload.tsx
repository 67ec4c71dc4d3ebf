// When images are dropped or pasted on the page, uploads them as screenshots of the session. Loaded after the list.
import { useEffect, useState } from 'preact/hooks'
import { usePage } from '../context.js'
import { sentenceOf } from '../kit/sentence-of.js'
import './strip.css'

const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

export function Upload () {
  const { session, toasts, words: { screenshots: words } } = usePage()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const send = (images: File[]) => {
      const taken = images.filter(({ type }) => TYPES.includes(type))
      if (taken.length === 0) return toasts.show(words.noImage, 'problem')
      Promise.all(taken.map(async image => await session.upload(image)))
        .then(() => toasts.show(words.uploaded), (error: unknown) => toasts.show(
          words.failed(sentenceOf(error)), 'problem'
        ))
    }
    const over = (event: DragEvent) => {
      if (!hasImage(event.dataTransfer)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => { if (event.relatedTarget === null) setOver(false) }
    const drop = (event: DragEvent) => {
      setOver(false)
      take(event, event.dataTransfer, send)
    }
    const paste = (event: ClipboardEvent) => take(event, event.clipboardData, send)
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    addEventListener('paste', paste)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
      removeEventListener('paste', paste)
    }
  }, [session, words])
  return isOver ? <div class='drop-here'>{words.drop}</div> : null
}

/** Handles only images: text and other files are left to other handlers. */
function take (event: Event, transfer: DataTransfer | null, send: (images: File[]) => void): void {
  const images = [...transfer?.files ?? []].filter(({ type }) => type.startsWith('image/'))
  if (images.length === 0) return
  event.preventDefault()
  send(images)
}

function hasImage (transfer: DataTransfer | null): boolean {
  return [...transfer?.items ?? []].some(({ kind, type }) => kind === 'file' && type.startsWith('image/'))
}
