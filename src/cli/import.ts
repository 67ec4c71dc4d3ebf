// earshot import: records files into a session: HAR of any recorder, or files that `earshot export` wrote.
import { Command } from 'commander'
import { counted } from '../text/count.js'
import { visible } from '../text/visible.js'
import { EXIT, Failure } from './failure.js'
import { jsonText } from './json-text.js'
import { jsonOption, urlOption } from './options.js'
import { batchesOf, sendBatch, BATCH_BYTES, type PushResult } from './batches.js'
import { Progress } from './progress.js'
import { nameOf, readRecording, type RecordingFile } from './recording-file.js'
import { Service } from './service.js'
import { newSession, readSession } from './session-id.js'

interface Options { url: string, session?: string, json?: boolean }

const MAX_SHOWN = 10

export function importCommand (): Command {
  return new Command('import')
    .description('Import requests from files: HAR of a browser or a proxy, or JSON or NDJSON from earshot export.')
    .argument('[file...]', 'the files; stdin if none is given')
    .option('-s, --session <id>', 'session to record to; a new one if not given')
    .addOption(jsonOption())
    .addOption(urlOption())
    .addHelpText('after', `
A file may be larger than BODY_LIMIT: it is sent in parts. Importing a file again adds no duplicates. It exits with 1 if an entry was
refused.

Examples:
  $ earshot import checkout.har
  $ earshot export my-test-session --format ndjson | earshot import --session another-session
`)
    .action(importFiles)
}

async function importFiles (files: string[], { url, session: given, json = false }: Options): Promise<void> {
  const session = given === undefined ? newSession() : readSession(given)
  const service = new Service(url)
  const progress = new Progress()
  let recorded = 0
  const refused: (PushResult & { file: string, entry: number })[] = []
  for (const file of files.length > 0 ? files : ['-']) {
    const recording = await readRecording(file)
    let entry = 0
    for await (const result of send(service, session, recording)) {
      entry++
      if ('id' in result) recorded++
      else refused.push({ file, entry, ...result })
      progress.tell(`${nameOf(file)}: ${entry} of ${recording.entries.length}`)
    }
  }
  progress.end()
  if (json) process.stdout.write(`${jsonText({ session, recorded, refused })}\n`)
  else process.stdout.write(`${counted(recorded, 'request')} recorded: ${service.page(session)}\n`)
  for (const { file, entry, ...result } of refused.slice(0, MAX_SHOWN)) {
    if ('message' in result) process.stderr.write(`${nameOf(file)}, entry ${entry}: ${visible(result.message)}\n`)
  }
  if (refused.length > 0) {
    const all = counted(recorded + refused.length, 'entry', 'entries')
    throw new Failure(`${refused.length} of ${all} ${refused.length === 1 ? 'was' : 'were'} refused`, EXIT.no)
  }
}

async function * send (service: Service, session: string, { har, entries, pages }: RecordingFile): AsyncGenerator<PushResult> {
  const form = {
    path: '/capture/har',
    session,
    type: 'application/json',
    wrap: (texts: string[]) => `{"log":{"version":"1.2","pages":${JSON.stringify(pages ?? [])},"entries":[${texts.join(',')}]}}`
  }
  const texts = entries.map(entry => JSON.stringify(entry))
  // A HAR that fits into one request is sent unchanged: the service derives the request ids from its bytes.
  if (har && har.length <= BATCH_BYTES) {
    const whole = har.toString('utf8')
    const wrap = (part: string[]) => part.length === texts.length ? whole : form.wrap(part)
    yield * await sendBatch(service, texts, { ...form, wrap })
    return
  }
  for (const batch of batchesOf(texts)) yield * await sendBatch(service, batch, form)
}
