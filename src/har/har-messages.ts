// Messages in a HAR: `_webSocketMessages` as browsers write them, for WebSockets; `_messages` for other streams. Facts for which the
// browsers' format has no place are in members of our own, so that an import restores exactly what was exported.
import { startMsOf } from '../exchange/outcome.js'
import { base64Size, utf8Size } from '../exchange/size.js'
import { isRecord } from '../json/is-record.js'
import type { Entry } from '../schema/entry.js'
import type { Message } from '../schema/message.js'

/** `time`: in seconds since the epoch. `opcode`: of RFC 6455; -1 if it is not a frame. `data` is base64 for bytes. */
interface WebSocketMessage {
  type: 'send' | 'receive'
  time: number
  opcode: number
  data: string
  _earshot?: Partial<Message>
}

export interface HarMessages { _webSocketMessages?: WebSocketMessage[], _messages?: Message[] }

const OPCODES: Record<Message['kind'], number> = { text: 1, binary: 2, close: 8, event: 1, open: -1, error: -1 }
const [TEXT, BINARY] = [1, 2]

export function harMessagesOf (messages: Message[], entry: Entry): HarMessages {
  if (entry.via !== 'websocket') return { _messages: messages }
  const startMs = startMsOf(entry)
  return {
    _webSocketMessages: messages.map(({ text, base64, ...message }) => ({
      type: message.dir === 'out' ? 'send' : 'receive',
      time: (startMs + message.at) / 1000,
      opcode: OPCODES[message.kind],
      data: base64 ?? text ?? '',
      // The content is not written twice.
      _earshot: { ...message, ...text !== undefined && { text: '' }, ...base64 !== undefined && { base64: '' } }
    }))
  }
}

/** The messages of a HAR entry of any recorder; members that are no messages are left out. `startMs`: when the entry started. */
export function readHarMessages (entry: object, startMs = 0): Message[] {
  const { _webSocketMessages: frames, _messages: messages } = entry as { _webSocketMessages?: unknown, _messages?: unknown }
  if (Array.isArray(frames)) return frames.flatMap((frame, i) => readFrame(frame, i + 1, startMs) ?? [])
  return Array.isArray(messages) ? messages.filter(isMessage) : []
}

function readFrame (frame: unknown, n: number, startMs: number): Message | undefined {
  if (!isRecord(frame) || typeof frame.data !== 'string') return undefined
  const { data, opcode, type, time, _earshot: own } = frame
  const content = opcode === BINARY ? { base64: data } : { text: data }
  if (isRecord(own) && isMessage(own)) {
    const { n, at, dir, kind, size, text, base64, ...rest } = own
    return { n, at, dir, kind, size, ...text === undefined && base64 === undefined ? {} : content, ...rest }
  }
  const size = opcode === BINARY ? base64Size(data) : utf8Size(data)
  const at = typeof time === 'number' && Number.isFinite(time) ? Math.max(0, time * 1000 - startMs) : 0
  const kind = opcode === OPCODES.error ? 'error' : opcode === BINARY ? 'binary' : opcode === OPCODES.close ? 'close' : 'text'
  return opcode === BINARY || opcode === TEXT || kind !== 'text'
    ? { n, at, dir: type === 'send' ? 'out' : 'in', kind, size, ...content }
    : undefined
}

// Checks what a push must have: one message that the service refuses would take all of its entry with it.
function isMessage (value: unknown): value is Message {
  if (!isRecord(value)) return false
  const { n, at, dir, kind, size, text, base64, cut, event, lastEventId } = value
  return isWhole(n) && n > 0 && isWhole(size) && typeof at === 'number' && at >= 0 && (dir === 'in' || dir === 'out') &&
    typeof kind === 'string' && Object.hasOwn(OPCODES, kind) && [text, base64, event, lastEventId].every(isTextOrNone) &&
    (cut === undefined || typeof cut === 'boolean') && (base64 === undefined || text === undefined)
}

function isWhole (value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function isTextOrNone (value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}
