import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { join } from 'node:path'
import { freePort } from '../lib/free-port.mjs'
import { residentBytes, startProduct, temporaryFolder } from '../lib/product.mjs'
import { PACKAGE_ENTRY } from '../lib/stage.mjs'
import { median, pairs, spread } from '../lib/stats.mjs'

const PAIRS = 15
const START_BAR = 4
const MEMORY_BAR = 2.5
const IDLE_MS = 8_000
const MEMORY_PAIRS = 3

/** The package's server: from its start to the first answer, and the memory of a server that nobody asks. */
export const start = {
  name: 'start',
  async run() {
    const folder = temporaryFolder()
    try {
      const dataDir = join(folder.dir, 'data')
      await (await startProduct({ entry: PACKAGE_ENTRY, dataDir, hasExamples: true })).stop()
      const times = await pairs(PAIRS, () => startOnce(dataDir), nodeOnce)
      const memory = await pairs(MEMORY_PAIRS, () => idleBytes(dataDir), bareBytes)
      return [
        {
          name: 'start to first answer / node -e 0',
          value: median(times.ratios),
          bar: START_BAR,
          note: `${spread(times.ratios)}; ${median(times.a).toFixed(0)} ms against ${median(times.b).toFixed(0)} ms`,
        },
        {
          name: 'idle memory of the server / bare Node',
          value: median(memory.ratios),
          bar: MEMORY_BAR,
          note: `${(median(memory.a) / 1e6).toFixed(0)} MB against ${(median(memory.b) / 1e6).toFixed(0)} MB`,
        },
      ]
    } finally {
      folder.remove()
    }
  },
}

async function nodeOnce() {
  const begin = performance.now()
  const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' })
  await once(child, 'exit')
  return performance.now() - begin
}

async function startOnce(dataDir) {
  const port = await freePort()
  const begin = performance.now()
  const child = spawn(process.execPath, [PACKAGE_ENTRY, '--port', String(port), '--data', dataDir], { stdio: 'ignore' })
  const exit = once(child, 'exit')
  while (!(await isServed(port))) await new Promise((resolve) => setTimeout(resolve, 1))
  const ms = performance.now() - begin
  child.kill('SIGTERM')
  await exit
  return ms
}

const isServed = (port) =>
  new Promise((done) => {
    const call = get({ host: '127.0.0.1', port, path: '/health', agent: false }, (answer) => {
      answer.resume()
      answer.on('end', () => done(answer.statusCode === 200))
    })
    call.on('error', () => done(false))
  })

async function idleBytes(dataDir) {
  const product = await startProduct({ entry: PACKAGE_ENTRY, dataDir, hasExamples: true })
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
  const bytes = residentBytes(product.pid)
  await product.stop()
  return bytes
}

async function bareBytes() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const bytes = residentBytes(child.pid)
  child.kill()
  await once(child, 'exit')
  return bytes
}
