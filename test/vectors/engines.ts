import { DIALECTS } from '../../src/engines/dialects.ts'
import type { Dialect } from '../../src/query/dialect.ts'

const ALIASES: Readonly<Record<string, string>> = { postgresql: 'postgres', presto: 'trino', redshift: 'postgres' }

/** The dialect of an engine that a case names; undefined for an engine whose databases the product does not open. */
export const dialectOf = (engine: unknown): Dialect | undefined =>
  DIALECTS.find(({ id }) => id === (ALIASES[String(engine)] ?? engine))

export const NOT_OPENED = 'the product opens no database of this engine, so it neither writes nor judges its SQL'
