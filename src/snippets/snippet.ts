// A request in one format: a text to paste, or a sentence that says why the format cannot express the request.

export type Snippet = { text: string, file?: BodyFile } | { refused: string }

/** A body that is too large to paste: the user first saves it under this name, in the folder in which the command will run. */
export interface BodyFile { name: string, body: SnippetBody }

/** Bytes are base64, because JSON cannot carry them in another way. */
export type SnippetBody = { text: string } | { base64: string }
