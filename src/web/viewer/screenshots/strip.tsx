// The time strip; without screenshots there is none, and nothing of it is loaded. Images can be dropped on the page or pasted all the time.
import { useEffect, useState } from 'preact/hooks'
import { usePage } from '../context.js'
import type { TimeStrip as TimeStripComponent } from './time-strip.js'
import { Upload } from './upload.js'

type TimeStrip = typeof TimeStripComponent

export function Strip () {
  const { session } = usePage()
  const [loaded, setLoaded] = useState<{ TimeStrip: TimeStrip } | undefined>(undefined)
  const isWanted = session.screenshots.value.length > 0
  useEffect(() => {
    if (isWanted && !loaded) import('./time-strip.js').then(({ TimeStrip }) => setLoaded({ TimeStrip }), () => {})
  }, [isWanted])
  return <>{isWanted && loaded && <loaded.TimeStrip />}{!session.isSaved && <Upload />}</>
}
