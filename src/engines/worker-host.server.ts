import { flushCompileCache } from 'node:module'
import { Socket } from 'node:net'
import type { Progress, ResultColumn } from './driver.ts'
import { FRAME, type Frame, frameReader, parsePayload, writeFrame, writeJsonFrame } from './frames.server.ts'
import {
  ROWS_WINDOW,
  type RunDone,
  type RunMessage,
  type WorkerFailure,
  type WorkerMessage,
} from './worker-protocol.ts'

/** One request inside a worker. */
export interface HostedRequest {
  readonly isStopped: () => boolean
  /** Called once, at once when the stop is already asked for. */
  onStop(listener: () => void): void
  columns(columns: readonly ResultColumn[]): void
  /** Waits until the consumer keeps pace. */
  rows(bytes: Uint8Array, count: number): Promise<void>
  progress(progress: Progress): void
}

export interface WorkerService {
  run(message: RunMessage, request: HostedRequest): Promise<Omit<RunDone, 'cpuMs'>>
  call(name: string, args: unknown, request: HostedRequest): Promise<unknown>
  failureOf(error: unknown, isStopped: boolean): WorkerFailure
}

class Hosted implements HostedRequest {
  readonly #socket: Socket
  readonly #id: number
  readonly #startCpu = process.cpuUsage()
  #isStopped = false
  #credit = ROWS_WINDOW
  #listeners: (() => void)[] = []
  #wake: (() => void) | null = null

  constructor(socket: Socket, id: number) {
    this.#socket = socket
    this.#id = id
  }
  readonly isStopped = () => this.#isStopped
  onStop(listener: () => void) {
    if (this.#isStopped) listener()
    else this.#listeners.push(listener)
  }
  stop() {
    this.#isStopped = true
    for (const listener of this.#listeners.splice(0)) listener()
    this.#wake?.()
  }
  taken() {
    this.#credit++
    this.#wake?.()
  }
  columns(columns: readonly ResultColumn[]) {
    writeJsonFrame(this.#socket, FRAME.columns, this.#id, columns)
  }
  async rows(bytes: Uint8Array, count: number) {
    while (this.#credit <= 0 && !this.#isStopped) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    this.#wake = null
    if (this.#isStopped) return
    this.#credit--
    // What follows at once, such as the end, leaves in the same piece.
    this.#socket.cork()
    process.nextTick(() => this.#socket.uncork())
    const head = Buffer.allocUnsafe(4)
    head.writeUInt32LE(count)
    writeFrame(this.#socket, FRAME.rows, this.#id, head, bytes)
  }
  progress(progress: Progress) {
    writeJsonFrame(this.#socket, FRAME.progress, this.#id, { ...progress, cpuMs: this.cpuMs() })
  }
  cpuMs(): number {
    const { user, system } = process.cpuUsage(this.#startCpu)
    return (user + system) / 1000
  }
}

const LINK_FD = 3

/** Serves the parent process over file descriptor 3, for as long as the parent lives. */
export function hostWorker(prepare: () => Promise<WorkerService>) {
  const socket = new Socket({ fd: LINK_FD, readable: true, writable: true })
  // A worker whose server is gone must not finish its query first; exit handlers would wait for native threads.
  const die = () => process.kill(process.pid, 'SIGKILL')
  socket.on('close', die)
  socket.on('error', die)
  socket.on('end', die)
  const running = new Map<number, Hosted>()
  const service = prepare()
  service.then(
    () => {
      writeJsonFrame(socket, FRAME.ready, 0, {})
      // A worker is killed at its end, when it could no longer keep what it compiled.
      flushCompileCache()
    },
    (error: unknown) => {
      writeJsonFrame(socket, FRAME.failed, 0, { message: error instanceof Error ? error.message : String(error) })
      socket.end()
    },
  )
  const serve = async (id: number, message: WorkerMessage, hosted: Hosted) => {
    const engine = await service
    try {
      if (message.op === 'run') {
        const done = await engine.run(message, hosted)
        writeJsonFrame(socket, FRAME.done, id, { ...done, cpuMs: hosted.cpuMs() })
      } else if (message.op === 'call') {
        writeJsonFrame(socket, FRAME.done, id, (await engine.call(message.name, message.args, hosted)) ?? null)
      }
    } catch (error) {
      writeJsonFrame(socket, FRAME.failed, id, engine.failureOf(error, hosted.isStopped()))
    } finally {
      running.delete(id)
    }
  }
  const onFrame = (frame: Frame) => {
    const message = parsePayload(frame) as WorkerMessage
    if (message.op === 'stop') return running.get(frame.id)?.stop()
    if (message.op === 'taken') return running.get(frame.id)?.taken()
    const hosted = new Hosted(socket, frame.id)
    running.set(frame.id, hosted)
    void serve(frame.id, message, hosted)
  }
  socket.on('data', frameReader(onFrame))
}
