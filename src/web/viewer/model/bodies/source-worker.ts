// Formats source code in a worker: it can take seconds, and only a worker can be stopped.
import { answerEach } from '../worker-scope.js'
import { formattedSource, type SourceLanguage } from './source-format.js'

answerEach(({ text, language }: { text: string, language: SourceLanguage }) => ({ message: formattedSource(text, language), transfer: [] }))
