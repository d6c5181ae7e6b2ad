// Builds what the package carries: dist/web (browser), dist/server, dist/examples, dist/web/locales. Needs developer packages.
// node tools/build.mjs [--missing]: with --missing only what is absent or older than its sources.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'

const ROOT = resolve(import.meta.dirname, '..')
const onlyMissing = process.argv.includes('--missing')
const parts = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const wants = (part) => parts.length === 0 || parts.includes(part)
const COMPRESSIBLE = /\.(js|css|svg|json|html|topojson)$/

if (wants('web') && isDue('dist/web/index.html', ['src', 'index.html', 'vite.config.ts'])) await buildWeb()
if (wants('server') && isDue('dist/server/main.js', ['src', 'tools/build.mjs'])) await buildServer()
if (wants('examples') && isDue('dist/examples', ['tools/examples', 'tools/examples.mjs'])) packExamples()

function isDue(output, sources) {
  if (!onlyMissing) return true
  const file = join(ROOT, output)
  return !existsSync(file) || sources.some((source) => newestOf(join(ROOT, source)) > statSync(file).mtimeMs)
}

function newestOf(path) {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newestOf(join(path, name))))
}

function packExamples() {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'tools', 'examples.mjs')], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

async function buildWeb() {
  console.log('Building the browser application')
  await build({ root: ROOT, logLevel: 'error' })
  await writeLocales()
  await compressAll(join(ROOT, 'dist', 'web', 'assets'))
}

/** The catalogues of all screens in one file per language, for clients that ask the server for texts. */
async function writeLocales() {
  const web = join(ROOT, 'src', 'web')
  const files = [
    ...readdirSync(web).map((folder) => join(web, folder, 'locale-de.json')),
    join(web, 'app', 'locales', 'de.json'),
  ]
  const texts = Object.assign(
    {},
    ...files.filter((file) => existsSync(file)).map((file) => JSON.parse(readFileSync(file))),
  )
  await mkdir(join(ROOT, 'dist', 'web', 'locales'), { recursive: true })
  const pack = (locale, catalogue) => ({
    domain: 'superset',
    locale_data: { superset: { '': { domain: 'superset', lang: locale }, ...mapValues(catalogue, (text) => [text]) } },
  })
  for (const [locale, catalogue] of [
    ['de', texts],
    ['en', {}],
  ])
    await writeFile(join(ROOT, 'dist', 'web', 'locales', `${locale}.json`), JSON.stringify(pack(locale, catalogue)))
}

function mapValues(object, map) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
}

/** Files are compressed once, here, as small as they get; the server sends them as they are. */
async function compressAll(dir) {
  for (const name of readdirSync(dir).filter((file) => COMPRESSIBLE.test(file))) {
    const bytes = await readFile(join(dir, name))
    if (bytes.length < 1400) continue
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
    await writeFile(join(dir, `${name}.br`), await promisify(brotliCompress)(bytes, options))
    await writeFile(join(dir, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }))
  }
}

/** One CommonJS bundle: it starts in half the time of modules, because nothing is looked up on disk. */
async function buildServer() {
  console.log('Building the server')
  const entry = (path) => join(ROOT, 'src', path)
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [withoutUnused()],
    ssr: {
      noExternal: true,
      external: ['@duckdb/node-api', '@node-rs/argon2', '@resvg/resvg-js', 'mysql2', 'pg', 'ssh2'],
      target: 'node',
    },
    build: {
      ssr: true,
      outDir: 'dist/server',
      emptyOutDir: true,
      target: 'node26',
      license: { fileName: 'licenses.md' },
      minify: false,
      rolldownOptions: {
        input: {
          main: entry('server/main.ts'),
          'duckdb-worker': entry('engines/duckdb/worker.server.ts'),
          'compute-worker': entry('gateway/compute/worker.server.ts'),
          'sqlite-worker': entry('engines/sqlite/worker.server.ts'),
          'engine-worker': entry('engines/packaged/worker.server.ts'),
        },
        output: {
          format: 'cjs',
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          // Names stay, so that a stack trace in a log can be read.
          minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  })
  await writeAscii(join(ROOT, 'dist', 'server'))
  await copyFonts(join(ROOT, 'dist', 'server', 'fonts'))
  await writeFile(join(ROOT, 'dist', 'server', 'package.json'), '{"type":"commonjs"}\n')
}

/** The font of pictures and of PDF, with its licence. */
async function copyFonts(to) {
  const from = join(ROOT, 'node_modules', '@expo-google-fonts', 'inter')
  await mkdir(to, { recursive: true })
  for (const weight of ['400Regular', '600SemiBold'])
    await copyFile(join(from, weight, `Inter_${weight}.ttf`), join(to, `Inter_${weight}.ttf`))
  await copyFile(join(from, 'LICENSE_FONT'), join(to, 'LICENSE'))
}

/** Other letters become escapes: a single one in a file doubles the memory that its text takes. */
async function writeAscii(dir) {
  const escaped = (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  for (const name of readdirSync(dir).filter((file) => file.endsWith('.js'))) {
    const code = await readFile(join(dir, name), 'utf8')
    if (/String\.raw`[^`]*[^\0-\x7f]|(?<!\\)(?:\\\\)*\\[^\0-\x7f]/.test(code))
      throw new Error(`${name}: a letter stands where an escape would mean something else`)
    await writeFile(join(dir, name), code.replace(/[^\0-\x7f]/g, escaped))
  }
}

/**
 * What the bundle would carry for nothing: the compilers of Fastify's own schemas, since the wire kit checks every body
 * itself, and the messages of the validator in fifty languages.
 */
function withoutUnused() {
  const compilers = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler']
  return {
    name: 'without-unused',
    enforce: 'pre',
    resolveId: (id) => (compilers.includes(id) ? `\0unused:${id}` : null),
    load: (id) => {
      if (/zod\/v4\/locales\/index\.c?js$/.test(id)) return "export { default as en } from './en.js'"
      if (!id.startsWith('\0unused:')) return null
      return `const unused = () => () => { throw new Error('schemas are not compiled') };
        module.exports = unused; module.exports.default = unused; module.exports.AjvCompiler = unused;
        module.exports.SerializerSelector = unused; module.exports.StandaloneValidator = unused; module.exports.StandaloneSerializer = unused`
    },
  }
}
