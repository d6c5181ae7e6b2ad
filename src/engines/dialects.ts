import { duckdbDialect } from './duckdb/dialect.ts'

/** Every engine of the product. */
export const DIALECTS = [duckdbDialect] as const
export type EngineId = (typeof DIALECTS)[number]['id']
