// Saving bytes as a file of the person's.

/** The name loses all that could be taken for a path. */
export function save (name: string, bytes: BlobPart, mediaType: string): void {
  const url = URL.createObjectURL(new Blob([bytes], { type: /^[\w.+-]+\/[\w.+-]+$/.test(mediaType) ? mediaType : 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = url
  link.download = safeName(name)
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

// eslint-disable-next-line no-control-regex
const UNSAFE = /[\\/:*?"<>|\u0000-\u001f\p{Cf}\p{Cs}]+/gu

function safeName (name: string): string {
  return name.replace(UNSAFE, '-').replace(/^\.+/, '').slice(-100) || 'body'
}
