import { succeeded } from '../../charts/succession/succeed.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { humanized, wireInstant } from './project.ts'

type Json = Record<string, unknown>

/** Fields of the chart itself, as every answer has them. */
export function chartFields(row: Row<'charts'>, now: Date): Json {
  return {
    id: row.id,
    uuid: row.uuid,
    slice_name: row.slice_name,
    viz_type: row.viz_type,
    params: row.params,
    query_context: row.query_context,
    form_data: chartFormData(row, now),
    description: row.description,
    description_markeddown: row.description ? `<p>${escapeHtml(row.description)}</p>` : '',
    cache_timeout: row.cache_timeout,
    certified_by: row.certified_by,
    certification_details: row.certification_details,
    is_managed_externally: row.is_managed_externally === 1,
    url: `/explore/?slice_id=${row.id}`,
    slice_url: `/explore/?slice_id=${row.id}&form_data=${encodeURIComponent(`{"slice_id": ${row.id}}`)}`,
    edit_url: `/chart/edit/${row.id}`,
    thumbnail_url: null,
    changed_on: wireInstant(row.changed_on),
    changed_on_utc: row.changed_on.replace('Z', '+0000'),
    changed_on_dttm: Date.parse(row.changed_on),
    changed_on_delta_humanized: humanized(row.changed_on, now),
    created_on_delta_humanized: humanized(row.created_on, now),
    last_saved_at: wireInstant(row.last_saved_at),
  }
}

/**
 * The saved form data with the fields that the chart's own record decides. A chart of a type that is drawn no more
 * opens as its successor; its record stays as it is until somebody saves it.
 */
export function chartFormData(row: Row<'charts'>, now: Date): Json {
  const form = {
    ...parseObject(row.params),
    slice_id: row.id,
    viz_type: row.viz_type,
    ...(row.cache_timeout === null ? {} : { cache_timeout: row.cache_timeout }),
    datasource: `${row.datasource_id}__${row.datasource_type ?? 'table'}`,
  }
  return succeeded(form, now)
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

function parseObject(text: string | null): Json {
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
  } catch {
    return {}
  }
}
