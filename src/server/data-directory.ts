import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The data directory cannot be used; the text is for the terminal. */
export class DataDirectoryError extends Error {}

const TEXTS: Readonly<Record<string, string>> = {
  EACCES: 'it may not be written to',
  EPERM: 'it may not be written to',
  EROFS: 'it is on a read-only file system',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk quota is used up',
  ENOENT: 'its parent takes no directories',
  ENOTDIR: 'a part of its path is not a directory',
  EEXIST: 'a file has its name',
}

/** Makes the directory, proves that it can be written to, and holds it for this process until `release`. */
export function holdDataDirectory(dir: string): { release(): void } {
  prepareDataDirectory(dir)
  return lock(dir)
}

/** Makes the directory and proves that it can be written to. */
export function prepareDataDirectory(dir: string): void {
  try {
    makeDirectory(resolve(dir))
    const probe = join(dir, `.probe-${process.pid}`)
    const handle = openSync(probe, 'w')
    writeSync(handle, Buffer.alloc(65_536))
    closeSync(handle)
    rmSync(probe)
  } catch (cause) {
    throw new DataDirectoryError(`The data directory ${dir} cannot be used: ${reasonOf(cause)}.`, { cause })
  }
}

/**
 * One level after the other: Node's own `recursive` never returns where a parent takes no directories (`/proc/x`),
 * and hides that a file system is read-only behind ENOENT.
 */
function makeDirectory(dir: string): void {
  if (!existsSync(dirname(dir))) makeDirectory(dirname(dir))
  try {
    mkdirSync(dir, { mode: 0o700 })
  } catch (cause) {
    if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) throw cause
  }
}

/** Words for a file system failure. */
export function reasonOf(cause: unknown): string {
  const code = (cause as { code?: string }).code ?? ''
  return TEXTS[code] ?? (cause instanceof Error ? cause.message : String(cause))
}

function lock(dir: string): { release(): void } {
  const file = join(dir, 'server.pid')
  for (let attempt = 0; attempt < 2; attempt += 1) {
    if (writeLock(file)) return { release: () => releaseLock(file) }
    const holder = holderOf(file)
    if (holder !== null && isRunning(holder.pid, holder.started))
      throw new DataDirectoryError(
        `The data directory ${dir} is in use by another Sightline server (process ${holder.pid}).`,
      )
    rmSync(file, { force: true })
  }
  throw new DataDirectoryError(`The data directory ${dir} is being taken by another Sightline server.`)
}

function writeLock(file: string): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600)
    writeSync(handle, `${process.pid} ${startOf(process.pid) ?? '-'}\n`)
    closeSync(handle)
    return true
  } catch (cause) {
    if ((cause as { code?: string }).code === 'EEXIST') return false
    throw new DataDirectoryError(`The lock file ${file} cannot be written: ${reasonOf(cause)}.`, { cause })
  }
}

function releaseLock(file: string): void {
  if (holderOf(file)?.pid === process.pid) rmSync(file, { force: true })
}

function holderOf(file: string): { pid: number; started: string } | null {
  try {
    const [pid, started] = readFileSync(file, 'utf8').trim().split(' ')
    return Number(pid) > 0 ? { pid: Number(pid), started: started ?? '-' } : null
  } catch {
    return null
  }
}

/** A process id may have been given to another process since; its start time tells. */
function isRunning(pid: number, started: string): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'EPERM') return false
  }
  const start = startOf(pid)
  return started === '-' || start === null || start === started
}

function startOf(pid: number): string | null {
  if (process.platform !== 'linux') return null
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
