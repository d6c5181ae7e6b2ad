import { type ChildProcess, spawn } from 'node:child_process'
import type { Duplex } from 'node:stream'
import type { ResultColumn } from './driver.ts'
import { FRAME, type Frame, frameReader, parsePayload, rowsOf, writeJsonFrame } from './frames.server.ts'
import { giveWay } from './give-way.server.ts'
import type { RunDone, RunMessage, WorkerFailure, WorkerMessage, WorkerProgress } from './worker-protocol.ts'

/** How a worker process is started. */
export interface WorkerSpec {
  readonly file: string
  /** Settings for the worker, given in its environment as JSON. */
  readonly settings: unknown
  readonly addressSpaceMb: number
  readonly cpuSeconds: number
}

/** Receives what a running statement gives. */
export interface RunSink {
  onColumns?(columns: readonly ResultColumn[]): void | Promise<void>
  /** Rows as they arrived, in pieces of any size. */
  onRows(pieces: readonly Buffer[], count: number): void | Promise<void>
  onProgress?: ((progress: WorkerProgress) => void) | undefined
}

/** A request failed inside the worker, or with it. */
export class WorkerError extends Error {
  readonly failure: WorkerFailure
  constructor(failure: WorkerFailure) {
    super(failure.message)
    this.name = 'WorkerError'
    this.failure = failure
  }
}

interface Pending {
  readonly sink: RunSink | null
  resolve(value: unknown): void
  reject(error: WorkerError): void
  /** Deliveries keep their order although a consumer may take its time. */
  tail: Promise<void>
  isBroken: boolean
  /** The last frame has come: the worker waits for nothing. */
  hasEnd: boolean
}

// Without the wasm flags, loading a TypeScript file reserves 8 GB of address space, which the limit would count.
const NODE_FLAGS = ['--max-old-space-size=512', '--disable-wasm-trap-handler', '--wasm-max-mem-pages=2048']
const LIMITED_SHELL =
  'ulimit -v "$1" 2>/dev/null; ulimit -t "$2" 2>/dev/null; ulimit -c 0 2>/dev/null; shift 2; exec "$@"'

/** One child process that runs statements. It never outlives this process. */
export class WorkerProcess {
  readonly #child: ChildProcess
  readonly #link: Duplex
  readonly #pending = new Map<number, Pending>()
  readonly ready: Promise<void>
  readonly exited: Promise<void>
  isDead = false
  isReady = false
  isNiced = false
  served = 0
  cpuMs = 0
  #nextId = 1
  #stderr = ''

  constructor(spec: WorkerSpec) {
    this.#child = spawnLimited(spec)
    this.#link = this.#child.stdio[3] as Duplex
    let onReady: (() => void) | null = null
    let onBroken: ((error: Error) => void) | null = null
    this.ready = new Promise((resolve, reject) => {
      onReady = resolve
      onBroken = reject
    })
    this.ready.catch(() => {})
    this.#child.stderr?.on('data', (data: Buffer) => {
      this.#stderr = (this.#stderr + data.toString()).slice(-2000)
    })
    this.#link.on('error', () => this.kill())
    this.#link.on(
      'data',
      frameReader((frame) => {
        if (frame.kind === FRAME.ready) {
          this.isReady = true
          onReady?.()
        } else if (frame.id === 0)
          onBroken?.(new WorkerError({ ...(parsePayload(frame) as WorkerFailure), isStart: true }))
        else this.#onFrame(frame)
      }),
    )
    this.exited = new Promise((resolve) => {
      const onExit = (code: unknown, signal: unknown) => {
        this.isDead = true
        const message = `${exitText(signal)}\n${signal ?? code} ${this.#stderr}`.trim()
        const failure = { message, isFatal: true }
        onBroken?.(new WorkerError(failure))
        for (const pending of this.#pending.values()) pending.reject(new WorkerError(failure))
        this.#pending.clear()
        resolve()
      }
      this.#child.once('exit', () => {
        this.isDead = true
      })
      // After the last frame was read, unlike `exit`.
      this.#child.once('close', onExit)
      this.#child.once('error', onExit)
    })
  }

  get pid() {
    return this.#child.pid ?? null
  }
  get isIdle() {
    return this.#pending.size === 0
  }

  run(message: RunMessage, sink: RunSink): { id: number; done: Promise<RunDone> } {
    const { id, done } = this.#send(message, sink)
    this.served++
    return {
      id,
      done: (done as Promise<RunDone>).then((result) => {
        this.cpuMs += result.cpuMs
        return result
      }),
    }
  }
  call(name: string, args: unknown): Promise<unknown> {
    return this.#send({ op: 'call', name, args }, null).done
  }
  stop(id: number) {
    this.#write(id, { op: 'stop' })
  }
  /** Heavy work gives way to short questions; a process cannot get its priority back. */
  nice() {
    if (this.isNiced || this.pid === null) return
    this.isNiced = true
    giveWay(this.pid)
  }
  kill() {
    // At once, so that nobody is given a worker whose exit was not reported yet.
    this.isDead = true
    this.#child.kill('SIGKILL')
  }

  #send(message: WorkerMessage, sink: RunSink | null) {
    const id = this.#nextId++
    const done = new Promise<unknown>((resolve, reject) => {
      if (this.isDead) return reject(new WorkerError({ message: 'The query engine restarted.', isFatal: true }))
      this.#pending.set(id, { sink, resolve, reject, tail: Promise.resolve(), isBroken: false, hasEnd: false })
    })
    if (!this.isDead) this.#write(id, message)
    return { id, done }
  }
  #write(id: number, message: WorkerMessage) {
    if (!this.isDead && this.#link.writable) writeJsonFrame(this.#link, FRAME.message, id, message)
  }
  #onFrame(frame: Frame) {
    const pending = this.#pending.get(frame.id)
    if (!pending) return
    const deliver = (work: () => void | Promise<void>) => {
      pending.tail = pending.tail.then(async () => {
        if (!pending.isBroken) await work()
      })
      pending.tail.catch((error: unknown) => {
        if (pending.isBroken) return
        pending.isBroken = true
        this.stop(frame.id)
        this.#pending.delete(frame.id)
        pending.reject(error as WorkerError)
      })
    }
    switch (frame.kind) {
      case FRAME.columns:
        return deliver(() => pending.sink?.onColumns?.(parsePayload(frame) as ResultColumn[]))
      case FRAME.rows:
        return deliver(async () => {
          const { rows, count } = rowsOf(frame)
          await pending.sink?.onRows(rows, count)
          if (!pending.hasEnd) this.#write(frame.id, { op: 'taken' })
        })
      case FRAME.progress:
        return pending.sink?.onProgress?.(parsePayload(frame) as WorkerProgress)
      default:
        pending.hasEnd = true
        return deliver(() => this.#finish(frame, pending))
    }
  }
  #finish(frame: Frame, pending: Pending) {
    this.#pending.delete(frame.id)
    const value = parsePayload(frame)
    if (frame.kind === FRAME.done) return pending.resolve(value)
    const failure = value as WorkerFailure
    pending.reject(new WorkerError(failure))
    if (failure.isFatal) this.kill()
  }
}

/** Why a worker that nobody ended has ended. */
function exitText(signal: unknown): string {
  if (signal === 'SIGXCPU') return 'The query used more CPU time than allowed.'
  return signal === 'SIGKILL' || signal === 'SIGABRT'
    ? 'The query used more memory than allowed.'
    : 'The query engine restarted.'
}

/** Sources are compiled at each start unless that is kept; for the package, no worker may write what others run. */
function codeCacheOf(file: string) {
  const cache = process.env.NODE_COMPILE_CACHE
  return file.endsWith('.ts') && cache ? { NODE_COMPILE_CACHE: cache } : {}
}

function spawnLimited(spec: WorkerSpec): ChildProcess {
  const command = [process.execPath, ...NODE_FLAGS, spec.file]
  // Nothing of the server's environment reaches statements of users.
  const env = {
    SIGHTLINE_WORKER: JSON.stringify(spec.settings),
    UV_THREADPOOL_SIZE: '16',
    MALLOC_ARENA_MAX: '2',
    TZ: 'UTC',
    ...(process.env.PATH ? { PATH: process.env.PATH } : {}),
    ...codeCacheOf(spec.file),
    ...(process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {}),
  }
  const stdio: ('ignore' | 'pipe')[] = ['ignore', 'ignore', 'pipe', 'pipe']
  if (process.platform === 'win32') return spawn(command[0] as string, command.slice(1), { env, stdio })
  const limits = [String(spec.addressSpaceMb * 1024), String(spec.cpuSeconds)]
  return spawn('/bin/sh', ['-c', LIMITED_SHELL, 'sh', ...limits, ...command], { env, stdio, cwd: '/' })
}
