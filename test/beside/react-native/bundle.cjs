// bundle.cjs <folder of the packages> <profile> [alias]: bundles index.js of this folder with Metro, as React Native's own command does.
// `alias`: a file in place of React Native.
const { createRequire } = require('node:module')
const { realpathSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')

const [, , given, profile, alias] = process.argv
const folder = realpathSync('.')
const installed = realpathSync(given)
const from = createRequire(join(installed, 'package.json'))
const Metro = from('metro')
const { getDefaultConfig, mergeConfig } = from('@react-native/metro-config')

const preset = [from.resolve('@react-native/babel-preset'), { unstable_transformProfile: profile }]
writeFileSync('babel.config.js', `module.exports = { presets: [${JSON.stringify(preset)}] }`)

async function bundle () {
  const config = mergeConfig(await getDefaultConfig(folder), {
    projectRoot: folder,
    watchFolders: [folder, installed],
    maxWorkers: 1,
    cacheStores: [],
    reporter: { update () {} },
    resolver: {
      nodeModulesPaths: [join(installed, 'node_modules')],
      useWatchman: false,
      ...alias && {
        resolveRequest: (context, name, platform) => name === 'react-native'
          ? { type: 'sourceFile', filePath: join(folder, alias) }
          : context.resolveRequest(context, name, platform)
      }
    },
    ...alias && { serializer: { getModulesRunBeforeMainModule: () => [], getPolyfills: () => [] } }
  })
  await Metro.runBuild(config, {
    entry: 'index.js',
    platform: 'android',
    dev: !alias,
    minify: false,
    out: join(folder, 'bundle.js'),
    unstable_transformProfile: profile
  })
}

bundle().then(() => process.exit(0), error => {
  console.error(error)
  process.exit(1)
})
