// How the page is built: src/web/viewer to dist/web. Addresses in it are relative, because only a request knows under which path the
// service is mounted.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type InlineConfig } from 'vite'
import { savedPageTemplate } from './scripts/build/saved-page.js'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { version: string }

const shared: InlineConfig = {
  root: at('src/web/viewer'),
  base: './',
  publicDir: false,
  cacheDir: at('node_modules/.vite'),
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(version) },
  worker: { format: 'es' },
  build: { target: 'es2022', reportCompressedSize: false }
}

const savedPage = {
  shared, page: at('src/web/viewer/saved/main.tsx'), preview: at('src/web/viewer/bodies/preview.ts'), icon: at('src/web/viewer/page/icon.svg')
}

export default defineConfig({
  ...shared,
  plugins: [savedPageTemplate(savedPage)],
  build: {
    ...shared.build,
    outDir: at('dist/web'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    license: { fileName: 'licenses.md' },
    // Its polyfill is for browsers that have no modules as these are.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // That a plugin builds the saved page as well takes its time.
      checks: { bundlerTimings: false },
      // The preview of HTML bodies, and what sends requests again, are pages of their own, with policies of their own.
      // One file for all that the first load needs: together it is compressed better, and is there sooner. One for what is loaded right
      // after it, because the first file names all files that may be loaded later.
      output: {
        // Short hashes of few characters: the first file names many others, and nothing is harder to compress than hashes.
        hashCharacters: 'hex',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          includeDependenciesRecursively: true,
          groups: [{ name: 'page', test: /viewer\/main\.tsx$/ }, { name: 'later', test: /viewer\/page\/later\.ts$/ }]
        }
      },
      input: { index: at('src/web/viewer/index.html'), preview: at('src/web/viewer/preview.html'), send: at('src/web/viewer/send.html') }
    }
  }
})
