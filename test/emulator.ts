import { spawn } from 'node:child_process'
import { eventually } from './eventually.ts'

/** A program that stands for a service, started on loopback. */
export interface Emulator {
  stop(): Promise<void>
}

interface EmulatorOptions {
  readonly label: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** True once it answers. */
  readonly isUp: () => Promise<boolean>
  readonly startMs?: number
}

const START_MS = 90_000

/** Starts a program and waits until it answers; `stop` ends it with everything that it has started. */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const { label, command, args, env = {}, isUp, startMs = START_MS } = options
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const end = () => endGroup(child.pid)
  process.once('exit', end)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      said = (said + String(piece)).slice(-4_000)
    })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.once('error', (error) => {
    said += String(error)
  })
  const answers = async () => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${label} ended: ${said}`)
    return isUp().catch(() => false)
  }
  await eventually(answers, startMs, `the start of ${label}`)
  return {
    stop: async () => {
      process.off('exit', end)
      end()
      await ended
    },
  }
}

/** Ends a program and its children, which are a group of their own. */
function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (cause) {
    // It has ended by itself.
    if ((cause as { code?: unknown }).code !== 'ESRCH') throw cause
  }
}
