// The English words of session/import-file.ts, which is loaded late.
import { countText } from '../../../../text/count.js'
import { requests } from './plural.js'

export const imports = {
  reading: (file: string) => `Reading ${file}…`,
  progress: (file: string, done: number, of: number) => `Importing ${file}: ${countText(done)} of ${countText(of)}`,
  stop: 'Cancel',
  stopped: (done: number) => `Import canceled: ${requests(done)} imported`,
  /** `reason`: of the first one that was refused. */
  done: (recorded: number, refused: number, reason: string) => refused === 0
    ? `${requests(recorded)} imported`
    : `${requests(recorded)} imported, ${refused} refused: ${reason}`,
  brokeOff: (done: number, of: number, reason: string) => `Import stopped after ${countText(done)} of ${requests(of)}: ${reason}`,
  failed: (reason: string) => `Not imported: ${reason}`,
  keys: {}
}
