/** Ids of the engine folders. A connection names one of them. */
export const ENGINES = ['duckdb', 'sqlite', 'postgres'] as const
export type EngineId = (typeof ENGINES)[number]
