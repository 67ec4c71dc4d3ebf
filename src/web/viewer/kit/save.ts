// Saves a file on the person's device.

/** Removes everything from the name that could act as a path. */
export function save (file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = safeName(name)
  link.click()
  // By then, the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

// eslint-disable-next-line no-control-regex
const UNSAFE = /[\\/:*?"<>|\u0000-\u001f\p{Cf}\p{Cs}]+/gu

function safeName (name: string): string {
  return name.replace(UNSAFE, '-').replace(/^\.+/, '').slice(-100) || 'file'
}
