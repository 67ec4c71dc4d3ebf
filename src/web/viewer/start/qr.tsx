// An address as a QR code, drawn when its library has come.
import { useEffect, useState } from 'preact/hooks'

const QUIET = 4

export function QrCode ({ text, name }: { text: string, name: string }) {
  const [code, setCode] = useState<{ size: number, path: string }>()
  useEffect(() => {
    let wanted = true
    const draw = async () => {
      const { encode } = await import('uqr')
      const { size, data } = encode(text, { ecc: 'M', border: QUIET })
      if (wanted) setCode({ size, path: pathOf(data) })
    }
    draw().catch(() => { if (wanted) setCode(undefined) })
    return () => { wanted = false }
  }, [text])
  return (
    <svg class='qr' role='img' aria-label={name} viewBox={`0 0 ${code?.size ?? 1} ${code?.size ?? 1}`} shape-rendering='crispEdges' data-text={text}>
      {code && <path d={code.path} />}
    </svg>
  )
}

function pathOf (rows: boolean[][]): string {
  return rows.flatMap((row, y) => row.map((dark, x) => dark ? `M${x} ${y}h1v1h-1z` : '')).join('')
}
