// An image out of a body. It is drawn by <img>, which runs nothing and, for what is in the body itself, asks for nothing.
import { useEffect, useMemo, useState } from 'preact/hooks'
import { usePage } from '../context.js'
import './image-view.css'

export function ImageView ({ bytes, mediaType, label }: { bytes: Uint8Array<ArrayBuffer>, mediaType: string, label: string }) {
  const { words: { bodies: words } } = usePage()
  const [size, setSize] = useState<{ width: number, height: number } | 'failed' | undefined>(undefined)
  const url = useMemo(() => URL.createObjectURL(new Blob([bytes], { type: mediaType })), [bytes, mediaType])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  if (size === 'failed') return <p class='notice warn' role='status'>{words.noImage}</p>
  return (
    <figure class='image-view'>
      <div class='image-room'>
        <img
          src={url} alt={label} onError={() => setSize('failed')}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setSize({ width: naturalWidth, height: naturalHeight })}
        />
      </div>
      <figcaption>{size && `${size.width} × ${size.height}`}</figcaption>
    </figure>
  )
}
