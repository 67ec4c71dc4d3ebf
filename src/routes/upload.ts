// Upload a screenshot (specification §4.6).
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { fileTypeFromBuffer } from 'file-type'
import { ApiError } from '../errors.js'
import { OPERATIONS } from '../http/documents/operations.js'
import type { ScreenshotUrl } from '../http/screenshot-url.js'
import { UploadReplySchema } from '../schema/reply.js'
import { IMAGE_TYPES } from '../schema/screenshot.js'
import { SessionQuerySchema } from '../schema/session.js'
import type { ScreenshotStore } from '../store/screenshots.js'

export interface UploadOptions {
  screenshots: ScreenshotStore
  urlOf: ScreenshotUrl
  uploadLimitBytes: number
}

const PART = 'screenshot'

export const uploadRoute: FastifyPluginAsyncTypebox<UploadOptions> = async (app, { screenshots, urlOf, uploadLimitBytes }) => {
  app.removeAllContentTypeParsers()
  await app.register(multipart, { limits: { fileSize: uploadLimitBytes, files: 1, fields: 20, fieldSize: 64 * 1024, parts: 21 } })

  app.post('/upload', {
    config: { operation: OPERATIONS.uploadScreenshot, access: ['push'] },
    // The limit is the file's; what multipart itself adds around it must not count.
    bodyLimit: uploadLimitBytes + 2 * 1024 * 1024,
    schema: { querystring: SessionQuerySchema, response: { 200: UploadReplySchema } }
  }, async request => {
    const image = await readImage(request)
    // By its leading bytes: what the part says of itself is only a claim.
    const type = (await fileTypeFromBuffer(image))?.mime
    if (!type || !IMAGE_TYPES.some(known => known === type)) {
      throw new ApiError('unsupported_media_type', 'The screenshot must be a JPEG, PNG, WebP or GIF image')
    }
    const session = request.query.sessionId
    const { id } = await screenshots.add(session, type, image)
    return { success: true as const, id, url: urlOf(session, id) }
  })
}

async function readImage (request: FastifyRequest): Promise<Buffer> {
  let image: Buffer | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') image = await readFile(part)
    }
  } catch (error) {
    // The parser's own errors have no status: the form is malformed, or ends too early.
    if (error instanceof ApiError || (error instanceof Error && 'statusCode' in error)) throw error
    throw new ApiError('bad_request', 'The form is not valid multipart/form-data', { cause: error })
  }
  if (!image) throw new ApiError('bad_request', `The form must have one file part named "${PART}"`)
  return image
}

async function readFile (part: MultipartFile): Promise<Buffer> {
  if (part.fieldname !== PART) throw new ApiError('bad_request', `The file part must be named "${PART}", not "${part.fieldname}"`)
  return await part.toBuffer()
}
