import type { AnnotationLayer, QueryObject } from '../../query/query-object.ts'
import type { AskContext } from './context.server.ts'

const COLUMNS = ['start_dttm', 'end_dttm', 'short_descr', 'long_descr', 'json_metadata'] as const
const MOST = 10_000

/** Rows of the stored annotation layers that a query names, by the name that it gives them. */
export async function annotationData(
  context: Pick<AskContext, 'services' | 'caller' | 'record'>,
  { annotationLayers }: Pick<QueryObject, 'annotationLayers'>,
): Promise<Record<string, unknown>> {
  const stored = annotationLayers.flatMap((layer) => {
    const id = layerId(layer)
    return id === null ? [] : [{ name: layer.name, id }]
  })
  if (stored.length === 0) return {}
  const readable = await readableLayers(context)
  const data: [string, unknown][] = []
  for (const { name, id } of stored)
    data.push([name, { columns: COLUMNS, records: readable(id) ? await recordsOf(context, id) : [] }])
  return Object.fromEntries(data)
}

/** Id of a stored layer, null for formulas and charts. */
function layerId({ sourceType, value }: Pick<AnnotationLayer, 'sourceType' | 'value'>): number | null {
  return sourceType === 'NATIVE' && /^\d{1,9}$/.test(String(value)) ? Number(value) : null
}

/**
 * Who may not read every layer reads those on saved charts of the same dataset, when the chart was last changed by
 * somebody who may.
 */
async function readableLayers({
  services,
  caller,
  record,
}: Pick<AskContext, 'services' | 'caller' | 'record'>): Promise<(id: number) => boolean> {
  if (caller.can('can_read', 'Annotation')) return () => true
  const charts = await services.db
    .selectFrom('charts')
    .select('params')
    .where('datasource_id', '=', record.dataset.id)
    .where('params', 'like', '%NATIVE%')
    .where('changed_by', 'in', (eb) =>
      eb
        .selectFrom('user_roles')
        .innerJoin('role_pairs', 'role_pairs.role_id', 'user_roles.role_id')
        .innerJoin('pairs', 'pairs.id', 'role_pairs.pair_id')
        .where('pairs.permission', '=', 'can_read')
        .where('pairs.view', '=', 'Annotation')
        .select('user_roles.user_id'),
    )
    .execute()
  const ids = new Set(charts.flatMap(({ params }) => savedLayers(params)))
  return (id) => ids.has(id)
}

function savedLayers(params: string | null): number[] {
  try {
    const { annotation_layers } = JSON.parse(params ?? '{}') as { annotation_layers?: unknown }
    if (!Array.isArray(annotation_layers)) return []
    return annotation_layers.flatMap((layer: AnnotationLayer | null) => (layer && layerId(layer)) ?? [])
  } catch {
    return []
  }
}

async function recordsOf({ services }: Pick<AskContext, 'services'>, layerId: number) {
  const rows = await services.db
    .selectFrom('annotations')
    .select([...COLUMNS])
    .where('layer_id', '=', layerId)
    .orderBy('start_dttm')
    .orderBy('id')
    .limit(MOST)
    .execute()
  return rows.map((row) => ({
    ...row,
    start_dttm: Date.parse(row.start_dttm),
    end_dttm: Date.parse(row.end_dttm),
  }))
}
