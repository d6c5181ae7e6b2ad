/** Ids of the engine folders. A connection names one of them. */
export const ENGINES = ['duckdb', 'sqlite'] as const
export type EngineId = (typeof ENGINES)[number]
