// Loads and shows the time strip if the session has screenshots. Once the list is there, images can be dropped or pasted on the page.
import { useEffect, useState } from 'preact/hooks'
import { usePage } from '../context.js'
import { lazy } from '../kit/lazy.js'

const TimeStrip = lazy(async () => (await import('./time-strip.js')).TimeStrip)
const Upload = lazy(async () => (await import('./upload.js')).Upload)

export function Strip () {
  const { session } = usePage()
  // It stays when the connection is lost: a browser would open a dropped image in place of the page.
  const [takesImages, setTakesImages] = useState(false)
  const isLive = session.state.value.name === 'live'
  useEffect(() => { if (isLive && !session.isSaved) setTakesImages(true) }, [isLive])
  return <>{session.screenshots.value.length > 0 && <TimeStrip />}{takesImages && <Upload />}</>
}
