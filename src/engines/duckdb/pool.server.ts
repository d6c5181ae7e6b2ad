import { availableParallelism, totalmem } from 'node:os'
import { WorkerPool } from '../worker-pool.server.ts'
import type { WorkerSpec } from '../worker-process.server.ts'
import type { DuckdbWorkerSettings } from './settings.ts'
import { duckdbWorkerFile } from './worker-file.server.ts'

const MB = 1024 * 1024
/** Address space beside the engine's own memory: program, threads, V8. Less than 1.2 GB in all does not start. */
const PROGRAM_MB = 2_500
const CPU_SECONDS = 3_600
const IDLE_MS = 60_000
const HEAD_START_MS = 500

/** Memory that one worker may use for its statements. */
function workerMemoryMb(): number {
  return Math.min(4_096, Math.max(512, Math.floor(totalmem() / MB / 8)))
}

/** How a worker over a source is started. */
export function workerSpec(source: DuckdbWorkerSettings['source'], memoryMb = workerMemoryMb()): WorkerSpec {
  const settings: DuckdbWorkerSettings = { source, memoryMb, threads: Math.min(4, Math.max(2, availableParallelism())) }
  return { file: duckdbWorkerFile(), settings, addressSpaceMb: memoryMb + PROGRAM_MB, cpuSeconds: CPU_SECONDS }
}

/** Workers over a source that may change: each new worker opens what `source` names then. */
export function duckdbPool(source: () => DuckdbWorkerSettings['source'], keepsService: boolean): WorkerPool {
  return new WorkerPool(() => workerSpec(source()), {
    heavySlots: 2,
    headStartMs: HEAD_START_MS,
    maxWorkers: 6,
    recycleAfterRuns: 2_000,
    recycleAfterCpuMs: (CPU_SECONDS * 1000) / 2,
    idleMs: IDLE_MS,
    keepsService,
  })
}
