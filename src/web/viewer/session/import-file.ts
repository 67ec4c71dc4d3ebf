// Imports a HAR file, and shows its progress from the start, with a button that stops it. Loaded when the first file is chosen.
import { importHar } from '../model/session/har-file.js'
import type { Api } from '../model/session/api.js'
import { sentenceOf } from '../kit/sentence-of.js'
import type { Toasts } from '../kit/toasts.js'
import { loadWords, words } from '../words/words.js'

export async function importFile (file: File, api: Api, toasts: Toasts): Promise<void> {
  await loadWords()
  const { imports: said } = words.peek()
  const stop = new AbortController()
  let [done, all] = [0, 0]
  const tell = (text: string) => { toasts.show(text, 'progress', { name: said.stop, onClick: () => stop.abort() }) }
  tell(said.reading(file.name))
  try {
    const { recorded, refused, reason } = await importHar(file, api, {
      signal: stop.signal,
      onProgress: (count, of) => {
        done = count
        all = of
        tell(said.progress(file.name, count, of))
      }
    })
    toasts.show(said.done(recorded, refused, reason), refused > 0 ? 'problem' : 'info')
  } catch (error) {
    if (stop.signal.aborted) toasts.show(said.stopped(done))
    else toasts.show(done > 0 ? said.brokeOff(done, all, sentenceOf(error)) : said.failed(sentenceOf(error)), 'problem')
  } finally {
    toasts.dismiss('progress')
  }
}
