// The bodies of replies that are not resources (specification §4, contract §3).
import { Type } from './typebox.js'
import { ScreenshotIdSchema, ScreenshotUrlSchema } from './screenshot.js'

export const PushReplySchema = Type.Object({
  code: Type.Literal('0', { description: 'Success' }),
  message: Type.String({ examples: ['ok'] }),
  data: Type.String({ description: "The entry's id, new or existing", examples: ['1-5f0c2a9be714'] })
}, { description: 'A push that was taken' })

export const PushErrorSchema = Type.Object({
  code: Type.String({ description: 'A word for what is wrong', examples: ['bad_request'] }),
  message: Type.String({ description: 'What is wrong, in a sentence', examples: ['api is required and must be a text that is not empty'] }),
  data: Type.Literal('')
}, { description: 'A push that was refused' })

export const SuccessSchema = Type.Object({ success: Type.Literal(true) }, { description: 'It is done' })

export const ErrorSchema = Type.Object({
  error: Type.String({ description: 'What is wrong, in a sentence', examples: ['Not found'] })
}, { description: 'Why a request was refused, or failed' })

export const OnlineSchema = Type.Object({ online: Type.Boolean({ description: 'Whether a viewer is connected, to any replica' }) })

export const ViewersSchema = Type.Object({
  viewers: Type.Integer({ minimum: 0, description: 'Viewers that are connected, to all replicas' })
})

export const UploadReplySchema = Type.Object({ success: Type.Literal(true), id: ScreenshotIdSchema, url: ScreenshotUrlSchema })

export const StatusSchema = Type.Object({ status: Type.Literal('ok') })
