// Uploads pictures that the app provides; viewers see them next to the app's requests.
import { addressAt, type Service } from './service.js'

export type Picture = HTMLCanvasElement | HTMLImageElement | Blob

/** Resolves with the address of the picture; rejects if the service did not accept it, or if the browser does not let us read it. */
export async function uploadScreenshot (picture: Picture, service: Service, nativeFetch: typeof fetch): Promise<string> {
  const form = new FormData()
  form.append('screenshot', await blobOf(picture), 'screenshot')
  const reply = await nativeFetch(addressAt(service, 'upload'), { method: 'POST', body: form, credentials: 'omit' })
  const said = await reply.json() as { url?: string, error?: string }
  if (said.url === undefined) throw new Error(`Earshot: ${said.error ?? reply.status}`)
  return new URL(said.url, service.base).href
}

async function blobOf (picture: Picture): Promise<Blob> {
  if (picture instanceof Blob) return picture
  const canvas = picture instanceof HTMLImageElement ? drawn(picture) : picture
  return await new Promise((resolve, reject) => {
    canvas.toBlob(blob => blob ? resolve(blob) : reject(new Error('Earshot: the canvas is empty')))
  })
}

function drawn (image: HTMLImageElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  return canvas
}
