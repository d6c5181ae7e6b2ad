import type { Services } from '../../gateway/services.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { visibleChart } from '../../metadata/visible-chart.server.ts'
import type { Caller } from '../../wire/caller.ts'
import type { Endpoint } from '../../wire/mount.server.ts'
import { versionEndpoints } from '../kit/version-endpoints.server.ts'
import { chartRoutes, UpdateBody } from './contract.ts'
import { isOwner } from './rights.server.ts'

type Json = Readonly<Record<string, unknown>>
type Chart = Row<'charts'>

/** The versions of charts. Owners and dashboards are no part of them: who may see a chart is not undone. */
export const chartVersionEndpoints = (
  services: Services,
  save: (chart: Chart, body: UpdateBody, caller: Caller) => Promise<void>,
): Endpoint[] =>
  versionEndpoints(
    chartRoutes,
    {
      kind: 'chart',
      find: (id, caller) => visibleChart(services.db, String(id), caller),
      allow: (chart, caller) => isOwner(services.db, chart, caller),
      state,
      restore: (chart, { params, query_context, ...fields }, caller) => {
        const texts = { params: textOf(params), query_context: textOf(query_context) }
        return save(chart, UpdateBody.parse({ ...fields, ...texts }), caller)
      },
    },
    services,
  )

/** Fields of a chart that a client sets and a version keeps as they are. */
export const KEPT_FIELDS = [
  'slice_name',
  'viz_type',
  'datasource_id',
  'datasource_type',
  'description',
  'cache_timeout',
  'certified_by',
  'certification_details',
] as const

/** A kept body is a whole record, or what a client sent to make the chart; its settings are given as objects. */
function state(body: Json): Json {
  const fields = Object.fromEntries(KEPT_FIELDS.map((name) => [name, body[name] ?? null]))
  return { ...fields, params: parsed(body.params), query_context: parsed(body.query_context) }
}

function parsed(text: unknown): unknown {
  if (typeof text !== 'string' || text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const textOf = (value: unknown): string | null =>
  value === null || typeof value === 'string' ? value : JSON.stringify(value)
