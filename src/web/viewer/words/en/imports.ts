// The English words of session/import-file.ts, which is loaded late.
import { countText } from '../../../../text/count.js'
import { requests } from './plural.js'

export const imports = {
  reading: (file: string) => `Reading ${file}…`,
  progress: (file: string, done: number, of: number) => `Importing ${file}: ${countText(done)} of ${countText(of)}`,
  stop: 'Cancel',
  stopped: (done: number) => `Import canceled: ${requests(done)} imported`,
  done: (recorded: number, refused: number) => refused === 0
    ? `${requests(recorded)} imported`
    : `${requests(recorded)} imported, ${refused} refused`,
  failed: (reason: string) => `Not imported: ${reason}`,
  keys: {}
}
