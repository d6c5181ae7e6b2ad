import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Services } from '../gateway/services.server.ts'
import type { KeptDiskRoom } from './disk-room.ts'
import { ended } from './ended.ts'
import { type FrontDoor, openFrontDoor } from './front-door.ts'
import { packageRoot } from './package-root.ts'
import type { Settings } from './settings.ts'
import { type OpenStore, openStore } from './store.ts'

/** Answers that tell of the end of what they asked for may take so long to be taken. */
const DRAIN_MS = 3_000
const FIRST_BREATH_MS = 10
const BREATH_MS = 2

/** The heavy parts of the application, loaded one by one so that a visitor never waits for all of them at once. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('zod'),
  () => import('fastify'),
  () => import('@fastify/static'),
  () => import('@fastify/multipart'),
  () => import('../resources/routes.ts'),
  () => import('../resources/endpoints.server.ts'),
]

export interface RunningServer {
  /** `http://host:port` without a final slash. */
  readonly base: string
  readonly port: number
  /** The link that creates the first administrator, at the very first start. */
  readonly firstStartLink: string | null
  readonly services: Services
  /** Looks what is free on the disk of the data directory, and reserves room on it. */
  readonly disk: KeptDiskRoom
  /** Brings the example data up to date; gives whether there was anything to do. */
  prepareExamples(onProgress: (fraction: number) => void): Promise<boolean>
  /** Takes nothing new, lets what runs come to its end until `grace` is over, then ends it; closes every file. */
  stop(grace: AbortSignal): Promise<void>
}

/** Takes the data directory and the port, then loads the application behind them. */
export async function startServer(settings: Settings): Promise<RunningServer> {
  const opened = await openStore(settings)
  let door: FrontDoor | null = null
  try {
    door = await openFrontDoor(settings)
    return await openBehind(door, opened, settings)
  } catch (cause) {
    await door?.close(AbortSignal.abort())
    await opened.close()
    throw cause
  }
}

async function openBehind(door: FrontDoor, opened: OpenStore, settings: Settings): Promise<RunningServer> {
  await setTimeout(FIRST_BREATH_MS)
  for (const load of PARTS) {
    await load()
    await setTimeout(BREATH_MS)
  }
  const { openApplication } = await import('./application.ts')
  const root = packageRoot()
  const application = await openApplication(
    opened,
    settings,
    { webDir: join(root, 'dist', 'web'), examplesDir: join(root, 'dist', 'examples') },
    door.server,
  )
  door.handOver(application.handler)
  const base = `http://${hostInUrl(settings.host)}:${door.port}`
  const { firstStartCode, services, disk, prepareExamples } = application
  return {
    base,
    port: door.port,
    firstStartLink: firstStartCode === null ? null : `${base}/first-start/?code=${firstStartCode}`,
    services,
    disk,
    prepareExamples,
    stop: async (grace) => {
      await application.close(door.close(later(grace, DRAIN_MS)), grace)
      await opened.close()
    },
  }
}

/** Aborts a time after another one. */
function later(signal: AbortSignal, ms: number): AbortSignal {
  const limit = new AbortController()
  void ended(signal).then(() => {
    globalThis.setTimeout(() => limit.abort(), ms).unref()
  })
  return limit.signal
}

function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
