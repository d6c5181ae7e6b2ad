import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Another process holds the warehouse. */
class WarehouseHeld extends Error {
  readonly pid: number
  constructor(dir: string, pid: number) {
    super(`The warehouse ${dir} is in use by process ${pid}.`)
    this.name = 'WarehouseHeld'
    this.pid = pid
  }
}

const ATTEMPTS = 3

/** Holds a folder for this process; gives the function that lets it go. A holder that is gone does not count. */
export async function holdWarehouse(dir: string): Promise<() => Promise<void>> {
  const path = join(dir, 'lock')
  const mine = { pid: process.pid, startedAt: await startOf(process.pid) }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const file = await open(path, 'wx').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return null
      throw error
    })
    if (file) {
      await file.writeFile(JSON.stringify(mine)).finally(() => file.close())
      return () => rm(path, { force: true })
    }
    const holder = await readHolder(path)
    if (holder && (await isAlive(holder))) throw new WarehouseHeld(dir, holder.pid)
    await rm(path, { force: true })
  }
  throw new Error(`The warehouse ${dir} could not be locked.`)
}

interface Holder {
  readonly pid: number
  readonly startedAt: string | null
}

async function readHolder(path: string): Promise<Holder | null> {
  try {
    const { pid, startedAt } = JSON.parse(await readFile(path, 'utf8')) as Partial<Holder>
    return Number.isInteger(pid) ? { pid: pid as number, startedAt: startedAt ?? null } : null
  } catch {
    return null
  }
}

async function isAlive(holder: Holder): Promise<boolean> {
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  // The number may belong to another program by now.
  return holder.startedAt === (await startOf(holder.pid))
}

/** When a process began, where the system tells. */
async function startOf(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null
}
