/** Ids of the engine folders. A connection names one of them. */
export type EngineId = 'duckdb' | 'sqlite' | 'postgres' | 'mysql' | 'clickhouse' | 'trino'
