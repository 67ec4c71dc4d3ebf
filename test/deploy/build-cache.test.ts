// The cache of the build. Several steps of a build run at the same time, so a file may disappear between the listing of its folder and the
// check of its age.
import { copyFileSync, existsSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'

t.test('a file that is gone when it is looked at is no error, and old files are deleted all the same', async t => {
  const root = t.testdir()
  const [scripts, cache] = [join(root, 'scripts/build'), join(root, 'node_modules/.cache/build')]
  for (const folder of [scripts, cache]) mkdirSync(folder, { recursive: true })
  copyFileSync('scripts/build/cached.js', join(scripts, 'cached.mjs'))
  // A link to nothing is listed, and cannot be looked at.
  symlinkSync('gone', join(cache, '0'))
  for (const name of ['old', 'recent']) writeFileSync(join(cache, name), '')
  utimesSync(join(cache, 'old'), 0, 0)
  const { forgetUnused } = await import(pathToFileURL(join(scripts, 'cached.mjs')).href) as { forgetUnused: () => void }
  forgetUnused()
  t.same([existsSync(join(cache, 'old')), existsSync(join(cache, 'recent'))], [false, true])
})
