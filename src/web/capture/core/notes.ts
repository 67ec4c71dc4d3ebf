// The notes that the recorder itself adds to a request. The script that pages wait for must stay small, so it passes each note as a code;
// the delivery, which is loaded later, turns the code into a sentence.

/** Append only: while replicas are updated, a page may load a delivery that is newer than its script. */
export const enum NoteCode {
  QueueFull = 1,
  RecorderStopped,
  RequestStreamed,
  RequestUnknown,
  HeadersReadOnce,
  ResponseStreamed,
  ResponseHidden,
  ResponseUnread,
  JsonSerialized,
  DocumentLeftOut,
  MessagesUnheard,
  OpenedUnobserved,
  OpenedAgain,
  BeaconQueued,
  BeaconRefused,
  Canceled,
  NetworkError,
  Timeout,
  NoStatus,
  NotSent
}

/** A note of the recorder's own, or a text, such as the message of an error. */
export type RequestNote = NoteCode | string

const SENTENCES: Readonly<Record<NoteCode, string>> = {
  [NoteCode.QueueFull]: 'body left out: the queue was full',
  [NoteCode.RecorderStopped]: 'recorder stopped',
  [NoteCode.RequestStreamed]: 'request body not recorded: a stream',
  [NoteCode.RequestUnknown]: 'request body not recorded: unknown type',
  [NoteCode.HeadersReadOnce]: 'request headers not recorded: readable only once',
  [NoteCode.ResponseStreamed]: 'response body not recorded: a stream',
  [NoteCode.ResponseHidden]: 'response hidden by the browser',
  [NoteCode.ResponseUnread]: 'response not read by the page',
  [NoteCode.JsonSerialized]: 'response: JSON, re-serialized',
  [NoteCode.DocumentLeftOut]: 'response: a document, not recorded',
  [NoteCode.MessagesUnheard]: 'messages not recorded',
  [NoteCode.OpenedUnobserved]: 'open() not seen: the method is a guess',
  [NoteCode.OpenedAgain]: 'canceled: open() was called again',
  [NoteCode.BeaconQueued]: 'queued by the browser, which hides the response',
  [NoteCode.BeaconRefused]: 'refused by the browser: too much data in flight',
  [NoteCode.Canceled]: 'canceled',
  [NoteCode.NetworkError]: 'network error',
  [NoteCode.Timeout]: 'timeout',
  [NoteCode.NoStatus]: 'no status',
  [NoteCode.NotSent]: 'not sent'
}

/** undefined: nothing to note, or the code of a newer script. */
export function noteText (note: RequestNote | undefined): string | undefined {
  return typeof note === 'number' ? SENTENCES[note] : note
}
