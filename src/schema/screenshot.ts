// A screenshot as clients see it; its bytes are at `url`.
import { Type, type Static } from './typebox.js'

/** The only formats that are accepted; an animated PNG counts as a PNG. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const

export const ScreenshotIdSchema = Type.String({
  description: 'Unique identifier of the screenshot, assigned by the service', examples: ['1-9d41c07fe2b8']
})

export const ScreenshotUrlSchema = Type.String({
  description: 'The path of the image on this host', examples: ['/capture/screenshots/1-9d41c07fe2b8?sessionId=15-characters--']
})

export const ScreenshotSchema = Type.Object({
  id: ScreenshotIdSchema,
  url: ScreenshotUrlSchema,
  type: Type.String({ description: `Media type, detected from the leading bytes: ${IMAGE_TYPES.join(', ')}`, examples: ['image/png'] }),
  size: Type.Integer({ description: 'Size in bytes', examples: [48213] }),
  timestamp: Type.Number({ description: 'When it was uploaded, in milliseconds since the epoch', examples: [1795250000000] })
}, { description: 'An uploaded screenshot; the image is at `url`' })
export type Screenshot = Static<typeof ScreenshotSchema>

/** The form of an upload: for the documents only, routes/upload.ts reads it part by part. */
export const UploadFormSchema = Type.Object({
  screenshot: Type.String({ format: 'binary', description: 'A JPEG, PNG, WebP or GIF image; the content type of the part is ignored' })
})

export const ScreenshotParamsSchema = Type.Object({ id: ScreenshotIdSchema })
