import type { Driver } from '../engines/driver.ts'
import type { Row } from '../metadata/tables.server.ts'
import type { Dialect } from '../query/dialect.ts'
import type { Tunnel } from './tunnel-record.ts'

/** Where a database is that is tried. A tunnel without a key takes any. */
interface TriedPlace {
  readonly uri: string
  readonly tunnel: Tunnel | null
}

/** Opens databases by their metadata record; drivers are shared and closed when the record changes. */
export interface Gateway {
  open(database: Row<'databases'>): Promise<{ readonly driver: Driver; readonly dialect: Dialect }>
  /**
   * Reaches a database by its address without keeping it. Gives the fingerprint of the SSH server that it went through.
   * Throws a Problem with a connection error type.
   */
  test(place: TriedPlace, signal: AbortSignal): Promise<string | null>
  /** Closes the driver of a changed or deleted record. */
  forget(databaseId: number): Promise<void>
  close(): Promise<void>
}
