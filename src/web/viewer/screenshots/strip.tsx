// The time strip. Without screenshots it is neither shown nor loaded. Images can be dropped or pasted on the page
// once the list is there.
import { useEffect, useState } from 'preact/hooks'
import { usePage } from '../context.js'
import { lazy } from '../kit/lazy.js'
import type { TimeStrip as TimeStripComponent } from './time-strip.js'

type TimeStrip = typeof TimeStripComponent

const Upload = lazy(async () => (await import('./upload.js')).Upload)

export function Strip () {
  const { session } = usePage()
  const [loaded, setLoaded] = useState<{ TimeStrip: TimeStrip } | undefined>(undefined)
  const isWanted = session.screenshots.value.length > 0
  useEffect(() => {
    if (isWanted && !loaded) import('./time-strip.js').then(({ TimeStrip }) => setLoaded({ TimeStrip }), () => {})
  }, [isWanted])
  // It stays when the connection is lost: a browser would open a dropped image in place of the page.
  const [takesImages, setTakesImages] = useState(false)
  const isLive = session.state.value.name === 'live'
  useEffect(() => { if (isLive && !session.isSaved) setTakesImages(true) }, [isLive])
  return <>{isWanted && loaded && <loaded.TimeStrip />}{takesImages && <Upload />}</>
}
