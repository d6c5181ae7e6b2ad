import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describeNeeded } from './describe-needed.ts'
import { freePort } from './free-port.ts'

/** A Redis server of its own, without files, reachable on loopback with a password. */
export interface TestRedis {
  readonly url: string
  readonly password: string
  /** Ends the process at once. */
  kill(): Promise<void>
  /** Starts an empty one at the same address. */
  startAgain(): Promise<void>
  /** The process neither answers nor ends its connections while it is held. */
  hold(isHeld: boolean): void
  stop(): Promise<void>
}

const READY = /Ready to accept connections/
const START_MS = 20_000
const PASSWORD = 'p@ss:w0rd/redis'

/** The server's program, null when this machine has none. */
function program(): string | null {
  const named = process.env.SIGHTLINE_TEST_REDIS_BIN
  const folders = [...(named ? [named] : []), ...(process.env.PATH ?? '').split(delimiter), '/usr/bin']
  return folders.map((folder) => join(folder, 'redis-server')).find((file) => existsSync(file)) ?? null
}

/** A group of tests that need this server. */
export const describeRedis = (name: string, tests: () => void): void =>
  describeNeeded(
    name,
    {
      label: 'Redis',
      isThere: program() !== null,
      missing: 'Redis is not installed; SIGHTLINE_TEST_REDIS_BIN names the folder of its program',
    },
    tests,
  )

export async function startRedis(): Promise<TestRedis> {
  const file = program()
  if (file === null) throw new Error('Redis is not installed')
  const dir = mkdtempSync(join(tmpdir(), 'redis-'))
  const port = await freePort()
  const options = ['--bind', '127.0.0.1', '--port', String(port), '--dir', dir, '--save', '', '--requirepass', PASSWORD]
  const start = async () => {
    const server = spawn(file, options, { stdio: 'pipe', cwd: dir })
    await ready(server)
    return server
  }
  let server = await start()
  const end = () => server.kill('SIGKILL')
  process.once('exit', end)
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGKILL')
    await ended
  }
  return {
    url: `redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    password: PASSWORD,
    kill,
    startAgain: async () => {
      server = await start()
    },
    hold: (isHeld) => void server.kill(isHeld ? 'SIGSTOP' : 'SIGCONT'),
    stop: async () => {
      process.off('exit', end)
      await kill()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error(`Redis did not start: ${said}`)), START_MS)
    server.once('exit', (code) => reject(new Error(`Redis ended with ${code}: ${said}`)))
    server.stdout?.on('data', (piece: Buffer) => {
      said += String(piece)
      if (!READY.test(said)) return
      clearTimeout(timer)
      resolve()
    })
  })
}
