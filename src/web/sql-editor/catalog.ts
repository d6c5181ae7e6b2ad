import { queryOptions } from '@tanstack/react-query'
import { http } from '../data/http.ts'
import { risonParam } from './api.ts'
import type { TableColumn } from './model/state.ts'
import { usualSchema } from './model/usual-schema.ts'

export interface TableName {
  readonly value: string
  readonly type: 'table' | 'view' | 'materialized_view'
  readonly extra: { readonly warning_markdown?: string } | null
  /** Where the engine knows it without counting. */
  readonly rows?: number
}

/** A table that was made of a file and that the user may remove. */
export interface UploadedTable {
  readonly table_name: string
  readonly schema: string | null
  readonly datasets: readonly { readonly id: number; readonly table_name: string }[]
}

export interface TableMetadata {
  readonly name: string
  readonly comment: string | null
  readonly selectStar: string
  readonly columns: readonly TableColumn[]
  readonly primaryKey: unknown
  readonly foreignKeys: readonly unknown[]
  readonly indexes: readonly unknown[]
}

export interface SchemaPlace {
  readonly dbId: number
  readonly catalog: string | null
  readonly schema: string
}

export interface TablePlace extends SchemaPlace {
  readonly name: string
}

const MINUTES = 60_000

/** The names below a database, each asked once and kept. */
export const catalogQueries = {
  catalogs: (dbId: number) =>
    queryOptions({
      queryKey: ['sql-editor', 'catalogs', dbId],
      queryFn: ({ signal }) =>
        http
          .get<{ readonly result: readonly string[] }>(
            `/api/v1/database/${dbId}/catalogs/?q=${risonParam({ force: false })}`,
            { signal },
          )
          .then((answer) => answer.result),
      staleTime: 30 * MINUTES,
    }),
  schemas: (dbId: number, catalog: string | null) =>
    queryOptions({
      queryKey: ['sql-editor', 'schemas', dbId, catalog],
      queryFn: ({ signal }) => readSchemas(dbId, catalog, false, signal),
      staleTime: 30 * MINUTES,
    }),
  tables: (place: SchemaPlace) =>
    queryOptions({
      queryKey: ['sql-editor', 'tables', place.dbId, place.catalog, place.schema],
      queryFn: ({ signal }) => readTables(place, false, signal),
      staleTime: 30 * MINUTES,
    }),
  uploaded: (dbId: number) =>
    queryOptions({
      queryKey: ['sql-editor', 'uploaded', dbId],
      queryFn: ({ signal }) =>
        http
          .get<{ readonly result: readonly UploadedTable[] }>(`/api/v1/database/${dbId}/upload/`, { signal })
          .then((answer) => answer.result),
      staleTime: 30 * MINUTES,
    }),
  table: (place: TablePlace) =>
    queryOptions({
      queryKey: ['sql-editor', 'table', place.dbId, place.catalog, place.schema, place.name],
      queryFn: ({ signal }) => readTable(place, signal),
      staleTime: 30 * MINUTES,
    }),
  functions: (dbId: number) =>
    queryOptions({
      queryKey: ['sql-editor', 'functions', dbId],
      queryFn: ({ signal }) =>
        http
          .get<{ readonly function_names: readonly string[] }>(`/api/v1/database/${dbId}/function_names/`, { signal })
          .then((answer) => answer.function_names),
      staleTime: Number.POSITIVE_INFINITY,
    }),
}

export interface SchemaList {
  readonly names: readonly string[]
  /** The one that users mean when they name none; null where there is no schema. */
  readonly usual: string | null
}

export const readSchemas = (
  dbId: number,
  catalog: string | null,
  force: boolean,
  signal?: AbortSignal,
): Promise<SchemaList> =>
  http
    .get<{ readonly result: readonly string[]; readonly default?: string }>(
      `/api/v1/database/${dbId}/schemas/?q=${risonParam({ force, ...(catalog === null ? {} : { catalog }) })}`,
      { signal },
    )
    .then((answer) => ({ names: answer.result, usual: answer.default ?? usualSchema(answer.result) }))

export const readTables = (place: SchemaPlace, force: boolean, signal?: AbortSignal) =>
  http
    .get<{ readonly count: number; readonly result: readonly TableName[] }>(
      `/api/v1/database/${place.dbId}/tables/?q=${risonParam({
        force,
        schema_name: place.schema,
        ...(place.catalog === null ? {} : { catalog_name: place.catalog }),
      })}`,
      { signal },
    )
    .then((answer) => answer.result)

function readTable(place: TablePlace, signal: AbortSignal): Promise<TableMetadata> {
  const params = new URLSearchParams({ name: place.name, schema: place.schema })
  if (place.catalog !== null) params.set('catalog', place.catalog)
  return http.get<TableMetadata>(`/api/v1/database/${place.dbId}/table_metadata/?${params}`, { signal })
}
