import { bigqueryDialect } from '../../packages/sightline-engine-bigquery/src/dialect.ts'
import { databricksDialect } from '../../packages/sightline-engine-databricks/src/dialect.ts'
import { snowflakeDialect } from '../../packages/sightline-engine-snowflake/src/dialect.ts'
import { DIALECTS } from '../../src/engines/dialects.ts'
import type { Dialect } from '../../src/query/dialect.ts'

const ALIASES: Readonly<Record<string, string>> = { postgresql: 'postgres', presto: 'trino', redshift: 'postgres' }

/** Those of this release, and those of the packages that are made here. */
const KNOWN: readonly Dialect[] = [...DIALECTS, bigqueryDialect, snowflakeDialect, databricksDialect]

/** The dialect of an engine that a case names; undefined for an engine whose databases the product does not open. */
export const dialectOf = (engine: unknown): Dialect | undefined =>
  KNOWN.find(({ id }) => id === (ALIASES[String(engine)] ?? engine))

export const NOT_OPENED = 'the product opens no database of this engine, so it neither writes nor judges its SQL'
