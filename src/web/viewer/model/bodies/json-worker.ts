// The worker that scans a large JSON text, so that the page stays responsive.
import { answerEach } from '../worker-scope.js'
import { scanJson } from '../../../../json/table-scan.js'

answerEach((text: string) => {
  const columns = scanJson(text)
  return { message: columns, transfer: [columns.words.buffer] }
})
