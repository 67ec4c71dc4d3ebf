// The AsyncAPI document of the live channel: the messages that the service sends and accepts on /ws, from the message schemas.
import { CLOSE } from '../../errors.js'
import { MESSAGES } from '../../schema/event.js'
import { ChannelQuerySchema } from '../../schema/session.js'
import { VERSION } from '../version.js'
import { SECURITY_SCHEMES, type Restrictions } from './operation.js'
import { CHANNEL_SCHEMAS, definitions } from './references.js'

const CHANNEL = '#/channels/session'

const DESCRIPTION = 'The first message is `Connected`. Then every change follows, once and in order: each `prev` is the `rev` of the ' +
  'previous change. To combine the list and the channel without a race: open the channel, list the entries, then apply every message. ' +
  'Each message has the complete new state, so applying a change twice does no harm. The service ignores all messages of a viewer ' +
  'except `Ping`.\n\n' +
  'After any close, a viewer connects again, with `since`: the last `rev` that it has seen. `"resumed": true` means that all ' +
  'missed changes follow; `false` means that the viewer must list the entries again.'

const CLOSE_CODES = {
  [CLOSE.shutdown]: 'The replica shuts down: connect again.',
  1009: 'The viewer sent a message of more than 4 KiB.',
  [CLOSE.resync]: 'Changes may be missing, or the channel cannot be joined right now: connect again.',
  [CLOSE.slow]: 'The viewer reads more slowly than changes arrive: connect again.'
}

export function asyncApiDocument ({ tokens }: Restrictions) {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Earshot: the live channel',
      version: VERSION,
      description: 'The address of the channel is relative to this document.',
      license: { name: 'MIT' }
    },
    defaultContentType: 'application/json',
    channels: { session: channel(tokens.view) },
    operations: {
      announce: { ...operation('send', MESSAGES.fromService, tokens.view), summary: 'Messages to viewers' },
      heartbeat: {
        ...operation('receive', MESSAGES.fromViewer, tokens.view),
        summary: 'A viewer shows that it is still connected',
        reply: { channel: { $ref: CHANNEL }, messages: [{ $ref: `${CHANNEL}/messages/Pong` }] }
      }
    },
    components: {
      messages: Object.fromEntries(messageNames().map(name => [name, { name, payload: { $ref: `#/components/schemas/${name}` } }])),
      schemas: definitions(CHANNEL_SCHEMAS),
      ...(tokens.view && { securitySchemes: SCHEMES })
    }
  }
}

function channel (withToken: boolean) {
  const token = { token: { type: 'string', description: 'A view token, if no Authorization header can be sent' } }
  return {
    address: '/ws',
    title: 'The changes of a session',
    description: DESCRIPTION,
    messages: Object.fromEntries(messageNames().map(name => [name, { $ref: `#/components/messages/${name}` }])),
    bindings: {
      ws: {
        method: 'GET',
        query: { ...ChannelQuerySchema, properties: { ...ChannelQuerySchema.properties, ...(withToken && token) } },
        bindingVersion: '0.1.0'
      }
    },
    'x-close-codes': CLOSE_CODES
  }
}

function operation (action: 'send' | 'receive', messages: object, withToken: boolean) {
  return {
    action,
    channel: { $ref: CHANNEL },
    messages: Object.keys(messages).map(name => ({ $ref: `${CHANNEL}/messages/${name}` })),
    ...(withToken && { security: SECURITY_SCHEMES.view.map(name => ({ $ref: `#/components/securitySchemes/${name}` })) })
  }
}

function messageNames (): string[] {
  return [...Object.keys(MESSAGES.fromService), ...Object.keys(MESSAGES.fromViewer)]
}

const [inHeader, inQuery] = SECURITY_SCHEMES.view
const SCHEMES = {
  [inHeader]: { type: 'http', scheme: 'bearer', description: 'One of VIEW_TOKENS' },
  [inQuery]: { type: 'httpApiKey', in: 'query', name: 'token', description: 'One of VIEW_TOKENS' }
}
