// Makes the table of a large JSON text beside the page, so that the page stays quick.
import { answerEach } from '../worker-scope.js'
import { scanJson } from './json-scan.js'

answerEach((text: string) => {
  const columns = scanJson(text)
  return { message: columns, transfer: [columns.words.buffer] }
})
