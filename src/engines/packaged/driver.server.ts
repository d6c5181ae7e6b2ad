import { fileURLToPath } from 'node:url'
import { Problem } from '../../wire/problem.ts'
import type { Driver } from '../driver.ts'
import { checkHost } from '../guarded-socket.server.ts'
import { networkTarget } from '../network-address.ts'
import { invalidAddress } from '../network-uri.ts'
import { processDriver } from '../process-driver.server.ts'
import { WorkerPool } from '../worker-pool.server.ts'
import type { EngineFailure } from './contract.server.ts'
import type { PackagedEngine } from './register.server.ts'
import type { PackagedWorkerSettings } from './settings.ts'

/** The work of a server is done elsewhere: its processes wait, and signing in costs more than a process. */
const FOR_SERVERS = { heavySlots: 8, spares: 2, maxWorkers: 10, idleMs: 300_000 }
const FOR_FILES = { maxWorkers: 4, idleMs: 60_000 }
/** A warehouse that sleeps answers when it is awake. */
const SERVER_CALL_MS = 60_000
const SERVER_VERDICT_MS = 30_000

const ADDRESS_SPACE_MB = 3_000
const CPU_SECONDS = 3_600

/** Opens a database of a packaged engine in child processes; `path` is the checked file, null for a server. */
export async function openPackaged(
  engine: PackagedEngine,
  place: Pick<PackagedWorkerSettings, 'uri' | 'path' | 'isReadOnly'>,
): Promise<Driver> {
  const { dialect, form, entry, worker } = engine
  const isRemote = form.kind === 'server'
  if (isRemote) checkHost(networkTarget(place.uri)?.host ?? '')
  const defaultSchema = schemaIn(engine, place.uri)
  const isReadOnly = place.isReadOnly || !form.canWrite
  const settings: PackagedWorkerSettings = { ...place, isReadOnly, entry, worker }
  const pool = new WorkerPool(
    () => ({ file: workerFile(), settings, addressSpaceMb: ADDRESS_SPACE_MB, cpuSeconds: CPU_SECONDS }),
    {
      ...(isRemote ? FOR_SERVERS : { ...FOR_FILES, heavySlots: isReadOnly ? 2 : 1 }),
      headStartMs: 0,
      recycleAfterRuns: 5_000,
      recycleAfterCpuMs: (CPU_SECONDS * 1000) / 2,
      keepsService: false,
    },
  )
  const driver = processDriver(pool, {
    name: dialect.label,
    defaultSchema,
    isReadOnly,
    check: async () => {},
    areSmall: () => false,
    version: async () => null,
    ...(isRemote ? { callTimeoutMs: SERVER_CALL_MS, verdictMs: SERVER_VERDICT_MS } : {}),
  })
  return { ...driver, isRemote }
}

/** Where names without a schema are looked up. Throws for an address that the package cannot read. */
function schemaIn({ defaultSchema, schemaOf }: PackagedEngine, uri: string): string {
  try {
    return schemaOf?.(uri) ?? defaultSchema
  } catch (cause) {
    const { message, invalid } = cause as Error & EngineFailure
    throw invalidAddress(message, invalid ? { invalid } : {}, cause)
  }
}

/** Packages read their addresses themselves, so no way leads around. */
export const noTunnel = (label: string) =>
  new Problem(422, `Databases of ${label} are reached without an SSH tunnel.`, {
    type: 'CONNECTION_MISSING_PARAMETERS_ERROR',
  })

/** The program of the child process: beside this file in development, `engine-worker.js` beside the bundle in the package. */
function workerFile(): string {
  const isSource = import.meta.url.endsWith('.ts')
  return fileURLToPath(new URL(isSource ? './worker.server.ts' : './engine-worker.js', import.meta.url))
}
