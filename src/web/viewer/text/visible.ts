// Texts that apps sent, so that what is in them can be seen and does nothing: controls, zero-width and bidirectional characters, and halves
// of surrogate pairs are shown by their numbers. And no more of them than a row has room for.

/** Nobody reads more of it in a row, and a browser takes its time to lay out a word of a megabyte. */
const LONGEST = 300
// eslint-disable-next-line no-control-regex
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

export function visible (text: string): string {
  const part = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  return part.replace(UNSEEN, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
