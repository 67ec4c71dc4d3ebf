// The English words of messages/.
export const messages = {
  list: 'Messages',
  filter: 'Filter messages',
  direction: 'Direction',
  directions: { all: 'All', out: 'Sent', in: 'Received' },
  follow: 'Follow',
  followNewest: 'Stay at the newest message',
  count: (shown: string, all: number, dropped: string | 0) =>
    `${shown} ${all === 1 ? 'message' : 'messages'}${dropped === 0 ? '' : ` · ${dropped} dropped`}`,
  dropped: 'Missing messages: dropped to make room for newer ones, or never received by the service',
  kinds: { text: 'text', binary: 'binary', event: 'event', open: 'open', close: 'close', error: 'error' },
  noneYet: 'No messages yet. They appear here as soon as they arrive.',
  none: 'No messages were recorded.',
  noneMatch: 'No message matches.',
  reading: 'Reading the messages…',
  failed: 'The messages could not be read.',
  content: 'Message',
  empty: 'This message has no content.',
  cut: (kept: string, size: string) => `Only the first ${kept} of ${size} were kept.`,
  eventId: (id: string) => `id ${id}`,
  copy: 'Copy the message',
  close: 'Close the message',
  keys: {}
}
