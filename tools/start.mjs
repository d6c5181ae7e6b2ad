// npm start: builds what is missing, then starts the server from its sources. Arguments go to the server.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const args = process.argv.slice(2)
const isShort = args.some((argument) => ['--help', '-h', '--version', '-v'].includes(argument)) || args[0] === 'user'

if (!isShort) {
  prepare('dist/web/index.html', 'web', 'building the browser application, once')
  if (!args.includes('--no-examples'))
    prepare('dist/examples/flights.parquet', 'examples', 'packing the example data, once')
}
const server = spawn(nodeBinary(), [join(ROOT, 'src/server/main.ts'), ...args], {
  stdio: 'inherit',
  cwd: process.cwd(),
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

/** npm puts the carried Node first in the path of its scripts; started by hand, an older one may be running. */
function nodeBinary() {
  const carried = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath
  return existsSync(carried) ? carried : process.execPath
}

function prepare(file, part, text) {
  const isThere = existsSync(join(ROOT, file))
  if (!isThere) console.log(`  Sightline is ${text}.`)
  const { status } = spawnSync(nodeBinary(), [join(ROOT, 'tools/build.mjs'), '--missing', part], {
    stdio: ['ignore', isThere ? 'ignore' : 'inherit', 'inherit'],
  })
  if (status === 0 || isThere) return
  console.error(`  This failed: ${text}. The server needs it; see above.`)
  process.exit(1)
}
