// Upload a screenshot.
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { fileTypeFromBuffer } from 'file-type'
import { ApiError } from '../errors.js'
import { OPERATIONS } from '../http/documents/operations.js'
import type { Reservation } from '../http/intake/budget.js'
import { FULL } from '../http/intake/collect.js'
import { GrowingBytes } from '../http/intake/growing.js'
import { reservationOf, type Intake } from '../http/intake/intake.js'
import { rulesHeader } from '../http/rules-header.js'
import type { ScreenshotUrl } from '../http/screenshot-url.js'
import { tooLarge } from '../http/too-large.js'
import { UploadReplySchema } from '../schema/reply.js'
import { IMAGE_TYPES } from '../schema/screenshot.js'
import { SessionQuerySchema } from '../schema/session.js'
import type { ScreenshotStore } from '../store/screenshots.js'

export interface UploadOptions {
  screenshots: ScreenshotStore
  urlOf: ScreenshotUrl
  intake: Intake
  uploadLimitBytes: number
  /** Whether the service has rules: then responses have the header of rules-header.ts. */
  rulesAreOn: boolean
}

const PART = 'screenshot'

export const uploadRoute: FastifyPluginAsyncTypebox<UploadOptions> = async (app, options) => {
  const { screenshots, urlOf, intake, uploadLimitBytes, rulesAreOn } = options
  app.removeAllContentTypeParsers()
  await app.register(multipart, { limits: { fileSize: uploadLimitBytes, files: 1, fields: 20, fieldSize: 64 * 1024, parts: 21 } })

  app.post('/upload', {
    config: { operation: OPERATIONS.uploadScreenshot, access: ['push'] },
    // The limit is for the file; the bytes that multipart adds around it must not count.
    bodyLimit: uploadLimitBytes + 2 * 1024 * 1024,
    schema: { querystring: SessionQuerySchema, response: { 200: UploadReplySchema } },
    ...intake.hooks
  }, async (request, reply) => {
    const reservation = reservationOf(request)
    const image = await untilEnded(reservation, readImage(request, reservation, uploadLimitBytes))
    const type = await imageType(image)
    if (!type) {
      throw new ApiError('unsupported_media_type', 'The screenshot must be a JPEG, PNG, WebP or GIF image')
    }
    const session = request.query.sessionId
    const store = () => screenshots.add(session, type, image, rulesHeader(reply, rulesAreOn))
    const { id } = await (reservation.isLarge ? intake.inTurn(reservation, store) : store())
    return { success: true as const, id, url: urlOf(session, id) }
  })
}

/** Rejects if the reservation is ended before the image is complete. */
function untilEnded (reservation: Reservation, reading: Promise<Buffer>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    reservation.onEnd = reject
    reading.then(resolve, reject)
  })
}

// Detected from its leading bytes: the media type that the part declares is only a claim.
async function imageType (image: Buffer): Promise<typeof IMAGE_TYPES[number] | undefined> {
  const found = (await fileTypeFromBuffer(image))?.mime
  // An animated PNG is a PNG: browsers play it under that type, and software that cannot play it shows its first frame.
  const type = found === 'image/apng' ? 'image/png' : found
  return IMAGE_TYPES.find(known => known === type)
}

async function readImage (request: FastifyRequest, reservation: Reservation, mostBytes: number): Promise<Buffer> {
  let image: Buffer | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') image = await readFile(part, reservation, mostBytes)
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE') throw tooLargeImage(mostBytes)
    // The parser's own errors have no status: the form is malformed, or ends too early.
    if (error instanceof ApiError || (error instanceof Error && 'statusCode' in error)) throw error
    throw new ApiError('bad_request', 'The form is not valid multipart/form-data', { cause: error })
  }
  if (!image) throw new ApiError('bad_request', `The form must have one file part named "${PART}"`)
  reservation.receive(0, true)
  return image
}

// Not the part's own toBuffer(), which has the file in memory twice.
async function readFile ({ fieldname, file }: MultipartFile, reservation: Reservation, mostBytes: number): Promise<Buffer> {
  if (fieldname !== PART) throw new ApiError('bad_request', `The file part must be named "${PART}", not "${fieldname}"`)
  const image = new GrowingBytes(mostBytes)
  for await (const chunk of file as AsyncIterable<Buffer>) {
    if (!reservation.receive(chunk.length, false)) throw new ApiError('unavailable', FULL)
    image.append(chunk)
  }
  if (file.truncated) throw tooLargeImage(mostBytes)
  return image.bytes
}

function tooLargeImage (mostBytes: number): ApiError {
  return tooLarge('The screenshot', mostBytes, 'UPLOAD_LIMIT')
}
