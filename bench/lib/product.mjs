import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from './client.mjs'

export const ROOT = resolve(import.meta.dirname, '..', '..')
export const ADMIN = { username: 'admin', password: 'Measured-twice-cut-1' }
const START_MS = 120_000

/** A folder that `remove` takes away. */
export function temporaryFolder() {
  const dir = mkdtempSync(join(tmpdir(), 'sightline-bench-'))
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) }
}

/** The product in a process of its own: {base, pid, stop()}. `entry` is a file of the sources or of the package. */
export async function startProduct({ entry, dataDir, sources, hasExamples = false, env = {} }) {
  const args = [entry, '--port', '0', '--data', dataDir, ...(sources ? ['--sources', sources] : [])]
  const child = spawn(process.execPath, [...args, ...(hasExamples ? [] : ['--no-examples'])], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      SIGHTLINE_NO_RATE_LIMITS: '1',
      SQLLAB_ROW_CEILING: '1000000',
      SIGHTLINE_ADMIN_USERNAME: ADMIN.username,
      SIGHTLINE_ADMIN_PASSWORD: ADMIN.password,
      ...env,
    },
  })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  const base = await addressOf(child)
  return { base, pid: child.pid, isAlive: () => child.exitCode === null, stop: () => stopped(child) }
}

function addressOf(child) {
  return new Promise((done, fail) => {
    let output = ''
    const timer = setTimeout(() => fail(new Error(`The server did not start:\n${output}`)), START_MS)
    const read = (data) => {
      output += data
      const base = /Sightline\s+(http:\/\/\S+?)\/?\s/.exec(output)?.[1]
      if (!base || !output.includes('Ctrl+C')) return
      clearTimeout(timer)
      done(base)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('exit', (code) => fail(new Error(`The server ended with ${code}:\n${output}`)))
  })
}

function stopped(child) {
  if (child.exitCode !== null) return Promise.resolve()
  return new Promise((done) => {
    child.once('exit', done)
    child.kill('SIGTERM')
  })
}

/** Signed in as the administrator. */
export const adminOf = (product) => new Client(product.base).login(ADMIN.username, ADMIN.password)

/** Resident memory of a process in bytes. */
export function residentBytes(pid) {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes ?? Number.NaN) * 1024
}

/** Processes below one, at any depth. */
export function descendants(pid) {
  const parents = new Map()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const parent = parentOf(name)
    if (parent !== null) parents.set(Number(name), parent)
  }
  const found = new Set([pid])
  for (let size = 0; size !== found.size; ) {
    size = found.size
    for (const [child, parent] of parents) if (found.has(parent)) found.add(child)
  }
  found.delete(pid)
  return [...found]
}

function parentOf(pid) {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
  } catch {
    return null
  }
}

/** Threads of processes that compute at this moment. */
export function runningThreads(pids) {
  let count = 0
  for (const pid of pids) for (const state of threadStates(pid)) if (state === 'R') count += 1
  return count
}

function threadStates(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).map(
      (task) => /\) (\S)/.exec(readFileSync(`/proc/${pid}/task/${task}/stat`, 'utf8'))?.[1],
    )
  } catch {
    return []
  }
}
