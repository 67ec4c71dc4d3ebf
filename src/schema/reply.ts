// Response bodies other than resources such as entries: confirmations, errors, and single facts about a session or the service
// (docs/api.md).
import { Type } from './typebox.js'
import { ScreenshotIdSchema, ScreenshotUrlSchema } from './screenshot.js'

export const PushReplySchema = Type.Object({
  code: Type.Literal('0', { description: 'Success' }),
  message: Type.String({ examples: ['ok'] }),
  data: Type.String({ description: 'The id of the new or updated entry', examples: ['1-5f0c2a9be714'] })
}, { description: 'The push was accepted' })

export const PushErrorSchema = Type.Object({
  code: Type.String({ description: 'The error code', examples: ['bad_request'] }),
  message: Type.String({ description: 'The error, in one sentence', examples: ['api is required and must be a non-empty string'] }),
  data: Type.Literal('')
}, { description: 'The push was refused' })

export const SuccessSchema = Type.Object({ success: Type.Literal(true) }, { description: 'The operation has succeeded' })

export const ErrorSchema = Type.Object({
  error: Type.String({ description: 'The error, in one sentence', examples: ['Not found'] })
}, { description: 'The request was refused, or failed' })

export const OnlineSchema = Type.Object({ online: Type.Boolean({ description: 'Whether any viewer is connected, to any replica' }) })

export const ViewersSchema = Type.Object({
  viewers: Type.Integer({ minimum: 0, description: 'The number of connected viewers, over all replicas' })
})

export const AddressesSchema = Type.Object({
  addresses: Type.Array(Type.String(), { description: 'URLs of the service, without a slash at the end', examples: [['http://192.168.1.20:3000']] })
})

export const RecorderSchema = Type.Object({
  loaded: Type.Boolean({ description: 'Whether a browser has loaded the recorder with this session while a viewer was asking' }),
  browser: Type.Optional(Type.String({ description: 'The browser, if it is known', examples: ['Safari'] })),
  device: Type.Optional(Type.String({ description: 'The device or its system, if it is known', examples: ['iPhone'] }))
})

export const UploadReplySchema = Type.Object({ success: Type.Literal(true), id: ScreenshotIdSchema, url: ScreenshotUrlSchema })

export const StatusSchema = Type.Object({ status: Type.Literal('ok') })
