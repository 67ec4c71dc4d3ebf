// compress.js <folder>: puts a .br and a .gz beside each file that a browser loads, at the highest level, where that saves something.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const [, , folder] = process.argv
const LEAST_BYTES = 256

for (const name of readdirSync(folder, { recursive: true })) {
  const file = join(folder, name)
  if (!statSync(file).isFile() || !/\.(html|js|css|svg)$/.test(name)) continue
  const bytes = readFileSync(file)
  if (bytes.length < LEAST_BYTES) continue
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }))
}
