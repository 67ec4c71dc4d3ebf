// compress.js <folder or file>...: compresses each text file that the service serves to a .br and a .gz beside it, at the highest level.
// Small files are skipped.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { cached, forgetUnused } from './cached.js'

const MIN_BYTES = 256

for (const file of process.argv.slice(2).flatMap(filesOf)) {
  if (!/\.(html|m?js|css|svg)$/.test(file)) continue
  const bytes = readFileSync(file)
  if (bytes.length < MIN_BYTES) continue
  const { brotli, zlib } = process.versions
  writeFileSync(`${file}.br`, await cached(['brotli', brotli, bytes], () =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })))
  writeFileSync(`${file}.gz`, await cached(['gzip', zlib, bytes], () => gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION })))
}
forgetUnused()

function filesOf (path) {
  return statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true }).map(name => join(path, name)).filter(file => statSync(file).isFile())
}
