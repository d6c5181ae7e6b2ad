import type { Driver } from '../engines/driver.ts'
import type { Row } from '../metadata/tables.server.ts'
import type { Dialect } from '../query/dialect.ts'

/** Opens databases by their metadata record; drivers are shared and closed when the record changes. */
export interface Gateway {
  open(database: Row<'databases'>): Promise<{ readonly driver: Driver; readonly dialect: Dialect }>
  /** Reaches a database by its address without keeping it. Throws a Problem with a connection error type. */
  test(uri: string, signal: AbortSignal): Promise<void>
  /** Closes the driver of a changed or deleted record. */
  forget(databaseId: number): Promise<void>
  close(): Promise<void>
}
