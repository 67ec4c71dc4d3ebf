// Builds the template of saved pages: the viewer in one HTML file that loads nothing. Its content security policy allows the scripts by
// their hashes. The file contains all parts of the viewer, including those that the service's own page loads later. A plugin of that page's
// build makes the file, so both always have the same version.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { build, type InlineConfig, type Plugin } from 'vite'
import { BLOCKS, CLOSE_BLOCK, DATA_PLACE, openBlock } from '../../src/saved/blocks.js'

export const FILE_NAME = 'saved-page.html'

export interface SavedPageOptions {
  /** The configuration that both builds share. */
  shared: InlineConfig
  /** The paths of the scripts: the page, and the preview of HTML bodies. */
  page: string
  preview: string
  icon: string
}

export function savedPageTemplate (options: SavedPageOptions): Plugin {
  return {
    name: 'saved-page-template',
    apply: 'build',
    async generateBundle () {
      this.emitFile({ type: 'asset', fileName: FILE_NAME, source: await templateOf(options) })
    }
  }
}

async function templateOf ({ shared, page, preview, icon }: SavedPageOptions): Promise<string> {
  const [{ script, style }, shown] = [await bundle(shared, page), await bundle(shared, preview)]
  const frame = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Preview</title></head><body></body><script type="module">${shown.script}</script></html>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policyOf([script, shown.script])}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Earshot</title>
<link rel="icon" href="data:image/svg+xml;base64,${readFileSync(icon).toString('base64')}">
<style>${style}</style>
<script type="module">${script}</script>
</head>
<body>
<noscript>Earshot needs JavaScript.</noscript>
${openBlock(BLOCKS.preview)}${Buffer.from(frame).toString('base64')}
${CLOSE_BLOCK}${DATA_PLACE}</body>
</html>
`
}

// Inline styles are allowed because the preview has the same policy, and recorded HTML contains inline styles. They can load nothing.
function policyOf (scripts: string[]): string {
  const hashes = scripts.map(script => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return [
    "default-src 'none'", `script-src ${hashes.join(' ')}`, "style-src 'unsafe-inline'", 'img-src data: blob:', 'worker-src blob:',
    'frame-src blob:',
    "base-uri 'none'", "form-action 'none'", "require-trusted-types-for 'script'", 'trusted-types earshot'
  ].join('; ')
}

async function bundle (shared: InlineConfig, input: string, format: 'es' | 'iife' = 'es'): Promise<{ script: string, style: string }> {
  const built = await build({
    ...shared,
    configFile: false,
    logLevel: 'warn',
    // The code of parts that load something is left out.
    define: { ...shared.define, 'import.meta.env.VITE_SAVED': 'true' },
    plugins: [workersWithin(shared)],
    build: {
      ...shared.build,
      write: false,
      assetsInlineLimit: Infinity,
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: { input, output: { format, codeSplitting: false } }
    }
  })
  const outputs = (Array.isArray(built) ? built : [built]).flatMap(one => 'output' in one ? one.output : [])
  const scripts = outputs.filter(output => output.type === 'chunk')
  const styles = outputs.filter(output => output.type === 'asset' && output.fileName.endsWith('.css'))
  if (scripts.length !== 1 || outputs.length !== scripts.length + styles.length) {
    throw new Error(`The bundle of ${input} is not one script: ${outputs.map(({ fileName }) => fileName).join(', ')}`)
  }
  return { script: withinHtml(scripts[0]?.code ?? ''), style: styles.map(style => 'source' in style ? String(style.source) : '').join('') }
}

// A page that is opened from disk cannot load a worker from a file, so the worker's script is put into a blob.
function workersWithin (shared: InlineConfig): Plugin {
  const [PREFIX, WANTED] = ['\0within:', '?worker&url']
  return {
    name: 'workers-within',
    enforce: 'pre',
    async resolveId (source, importer) {
      if (!source.endsWith(WANTED)) return undefined
      const found = await this.resolve(source.slice(0, -WANTED.length), importer, { skipSelf: true })
      return found ? PREFIX + found.id : undefined
    },
    async load (id) {
      if (!id.startsWith(PREFIX)) return undefined
      const { script } = await bundle(shared, id.slice(PREFIX.length), 'iife')
      return `export default URL.createObjectURL(new Blob([${JSON.stringify(script)}], { type: 'text/javascript' }))`
    }
  }
}

// In an HTML script, these texts would end the script, or change how the parser finds its end. In strings and regular expressions, the
// escape means the same.
function withinHtml (script: string): string {
  return script.trim().replace(/<(?=\/script|!--|script)/gi, '\\x3c')
}
