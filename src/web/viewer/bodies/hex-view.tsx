// Bytes, 16 per row. Only the rows in view are in the document.
import { useSignalEffect } from '@preact/signals'
import { useMemo, useRef, useState } from 'preact/hooks'
import { BYTES_A_ROW, findBytes, hexBytes, hexRow, hexRowCount } from '../model/bodies/hex-rows.js'
import { MAX_FOUND, tell, type Search } from '../model/bodies/search.js'
import { VirtualRows } from '../kit/virtual-rows.js'

const ROW_HEIGHT = 18

export function HexView ({ bytes, label, search }: { bytes: Uint8Array, label: string, search: Search }) {
  const [shown, setShown] = useState(-1)
  const found = useFoundRows(bytes, search, setShown)
  return (
    <VirtualRows
      class='hex-view mono' role='group' aria-label={label} tabIndex={0} count={hexRowCount(bytes)} rowHeight={ROW_HEIGHT} reveal={shown}
      draw={(row, top) => {
        const { offset, groups, ascii } = hexRow(bytes, row)
        return (
          <div key={row} class={`hex-row ${found.has(row) ? 'found' : ''} ${row === shown ? 'current' : ''}`} style={{ transform: top }}>
            <span class='hex-offset'>{offset}</span>
            <span class='hex-group'>{groups[0]}</span>
            <span class='hex-group'>{groups[1]}</span>
            <span class='hex-ascii'>{ascii}</span>
          </div>
        )
      }}
    />
  )
}

// Searches for the text first; if it is not found and is valid hex, for these bytes.
function useFoundRows (bytes: Uint8Array, search: Search, setShown: (row: number) => void): ReadonlySet<number> {
  const [rows, setRows] = useState<ReadonlySet<number>>(new Set())
  const places = useRef<{ sought: string, at: number[] }>({ sought: '', at: [] })
  const encoder = useMemo(() => new TextEncoder(), [])
  useSignalEffect(() => {
    const sought = search.sought.value
    const current = search.current.value
    if (sought !== places.current.sought) {
      const asText = findBytes(bytes, encoder.encode(sought), MAX_FOUND)
      const asHex = asText.length > 0 ? undefined : hexBytes(sought)
      places.current = { sought, at: asHex ? findBytes(bytes, asHex, MAX_FOUND) : asText }
      setRows(new Set(places.current.at.map(rowOf)))
      tell(search, places.current.at.length)
    }
    const at = places.current.at[current]
    setShown(at === undefined ? -1 : rowOf(at))
  })
  return rows
}

function rowOf (at: number): number {
  return Math.floor(at / BYTES_A_ROW)
}
