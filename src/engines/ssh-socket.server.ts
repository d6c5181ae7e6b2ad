import { Duplex } from 'node:stream'
import type { WaySocket } from './network-way.server.ts'

/** Asks the far side for a connection to a server. */
type OpenChannel = (host: string, port: number) => Promise<Duplex>

/** What a driver takes for a socket: bytes go through a channel that is opened by `connect`. */
export class SshSocket extends Duplex implements WaySocket {
  connecting = false
  readonly #open: OpenChannel
  #channel: Duplex | null = null
  #isWriting = false
  #whenOpen: () => void = () => {}

  constructor(open: OpenChannel) {
    super({ allowHalfOpen: false })
    this.#open = open
  }

  connect(port: number, host: string): this {
    this.connecting = true
    this.#open(host, port).then(
      (channel) => this.#use(channel),
      (cause) => this.destroy(cause),
    )
    return this
  }

  #use(channel: Duplex) {
    this.connecting = false
    if (this.destroyed) return void channel.on('error', () => {}).destroy()
    this.#channel = channel
    channel
      .on('data', (piece: Buffer) => {
        if (!this.push(piece)) channel.pause()
      })
      .on('end', () => this.push(null))
      .on('error', (cause) => this.destroy(cause))
      .on('close', () => {
        // The channel answers no write that it has not begun.
        if (this.#isWriting) this.destroy(connectionLost())
      })
    this.#whenOpen()
    this.emit('connect')
  }

  override _read() {
    this.#channel?.resume()
  }

  override _write(piece: Buffer, encoding: BufferEncoding, done: (cause?: Error | null) => void) {
    const channel = this.#channel
    if (channel === null) {
      this.#whenOpen = () => this._write(piece, encoding, done)
      return
    }
    this.#isWriting = true
    channel.write(piece, (cause) => {
      this.#isWriting = false
      done(cause)
    })
  }

  override _final(done: (cause?: Error | null) => void) {
    this.#channel?.end()
    done()
    if (this.#channel === null) this.destroy()
  }

  override _destroy(cause: Error | null, done: (cause?: Error | null) => void) {
    this.connecting = false
    this.#channel?.removeAllListeners('data').resume().destroy()
    done(cause)
  }

  /** The channel is part of one connection, which sends at once and asks for signs of life itself. */
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  setTimeout(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
}

/** The failure of a connection whose way ended, under the code that sockets have for it. */
export const connectionLost = () =>
  Object.assign(new Error('Connection terminated: the SSH tunnel ended'), { code: 'ECONNRESET' })
