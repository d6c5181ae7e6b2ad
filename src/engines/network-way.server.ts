import type { Duplex } from 'node:stream'
import { guardedSocket } from './guarded-socket.server.ts'

/** A connection to a database server, made by `connect`. It emits `connect` when the server can be spoken to. */
export interface WaySocket extends Duplex {
  readonly connecting: boolean
  connect(port: number, host: string): WaySocket
  setNoDelay(isOn?: boolean): WaySocket
  setKeepAlive(isOn?: boolean): WaySocket
}

/** How a database server is reached. */
export interface NetworkWay {
  /** Makes ready what lies before the server. Throws a Problem with a connection error type. */
  prepare(): Promise<void>
  /** A socket that is not connected yet. It refuses what may not be reached. */
  socket(): WaySocket
  /** Ends every connection that was made on this way, where it owns them. */
  close(): void
}

/** What a driver of a database server is opened with. */
export interface NetworkOptions {
  readonly uri: string
  readonly isReadOnly: boolean
  /** From this machine where it is not given. */
  readonly way?: NetworkWay
}

/** The server is reached from this machine. */
export const DIRECT_WAY: NetworkWay = {
  prepare: async () => {},
  socket: guardedSocket,
  close: () => {},
}
