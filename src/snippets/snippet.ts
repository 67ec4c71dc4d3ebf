// What a form makes of a request: a text to paste, or a sentence that says why it cannot.

export type Snippet = { text: string, file?: BodyFile } | { refused: string }

/** What is too much to paste: the reader saves it first, beside where the text runs, under this name. */
export interface BodyFile { name: string, body: SnippetBody }

/** Bytes are base64, as JSON has no other way to carry them. */
export type SnippetBody = { text: string } | { base64: string }
