// Builds engine packages into their dist folders: node tools/build-packages.mjs [bigquery ...]. Needs developer packages.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'

const ROOT = resolve(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'packages')
const PREFIX = 'sightline-engine-'

const wanted = process.argv.slice(2)
const names = readdirSync(FOLDER).filter((name) => name.startsWith(PREFIX))
const unknown = wanted.filter((name) => !names.includes(PREFIX + name))
if (unknown.length > 0) throw new Error(`there is no package ${unknown.join(', ')}`)
for (const name of names.filter((one) => wanted.length === 0 || wanted.includes(one.slice(PREFIX.length))))
  await buildPackage(join(FOLDER, name))

/** Two modules: what the server itself loads, and what its child processes load. Dependencies stay outside. */
async function buildPackage(dir) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'))
  const external = Object.keys(dependencies)
  await build({
    root: dir,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, external, target: 'node' },
    build: {
      ssr: true,
      outDir: 'dist',
      emptyOutDir: true,
      target: 'node26',
      minify: false,
      rolldownOptions: {
        input: { index: join(dir, 'src', 'index.ts'), worker: join(dir, 'src', 'worker.ts') },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}
