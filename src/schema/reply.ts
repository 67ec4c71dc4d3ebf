// The bodies of replies that are not resources (specification §4, contract §3).
import { Type } from 'typebox'

export const PushReplySchema = Type.Object({
  code: Type.String({ description: '"0", or a word for what is wrong' }),
  message: Type.String(),
  data: Type.String({ description: "The entry's id, new or existing; empty on an error" })
})

export const SuccessSchema = Type.Object({ success: Type.Literal(true) })

export const ErrorSchema = Type.Object({ error: Type.String() })

export const OnlineSchema = Type.Object({ online: Type.Boolean() })

export const UploadReplySchema = Type.Object({ success: Type.Literal(true), id: Type.String(), url: Type.String() })
