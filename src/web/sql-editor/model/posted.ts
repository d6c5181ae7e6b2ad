import { datasetOf } from './address.ts'
import type { EditorTab } from './state.ts'

/** A query that came with the navigation or with a posted form. */
export interface PostedQuery {
  readonly datasetId: number | null
  readonly tab: Partial<EditorTab>
}

/** Reads a posted query: an object or its JSON text, with a datasource key or a database, and SQL. */
export function readPosted(value: unknown): PostedQuery | null {
  const query = typeof value === 'string' ? parsed(value) : value
  if (!isRecord(query)) return null
  if (isRecord(query.requested_query)) return readPosted(query.requested_query)
  const datasetId = datasetOf(typeof query.datasourceKey === 'string' ? query.datasourceKey : null)
  const sql = typeof query.sql === 'string' ? query.sql : null
  if (sql === null && datasetId === null) return null
  const dbId = numberOf(query.dbId ?? query.dbid)
  return {
    datasetId,
    tab: {
      ...(sql === null ? {} : { sql }),
      ...(dbId !== null ? { dbId, catalog: textOf(query.catalog), schema: textOf(query.schema) } : {}),
      ...(textOf(query.name) === null ? {} : { name: String(query.name) }),
      autorun: query.autorun === true,
    },
  }
}

/** The router keeps what a navigation hands over under `usr`. */
export function readHandedOver(historyState: unknown): PostedQuery | null {
  if (!isRecord(historyState) || !isRecord(historyState.usr)) return null
  return readPosted(historyState.usr.requestedQuery)
}

/** The fields of a form are texts. */
function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
