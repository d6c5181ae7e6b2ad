import { HOLDS_ROLE } from '../../metadata/access.server.ts'
import type { AnnotationLayer, QueryObject } from '../../query/query-object.ts'
import { Problem } from '../../wire/problem.ts'
import { type AnnotationOptions, chartAnnotations } from './chart-annotations.server.ts'
import type { AskContext } from './context.server.ts'

/** Names in the rows of a stored layer. */
export const LAYER_COLUMNS = ['start_dttm', 'end_dttm', 'short_descr', 'long_descr', 'json_metadata'] as const
const MOST = 10_000

/**
 * What the annotation layers of a query show, by the name that it gives them: rows of stored layers, rows of other
 * charts. Formulas are drawn from their text alone.
 */
export async function annotationData(
  context: AskContext,
  { annotationLayers }: Pick<QueryObject, 'annotationLayers'>,
  options: AnnotationOptions,
): Promise<Record<string, unknown>> {
  const data: [string, unknown][] = []
  for (const layer of annotationLayers) {
    const id = layerId(layer)
    if (id !== null)
      data.push([layer.name, { columns: LAYER_COLUMNS, records: await storedRecords(context, layer.name, id) }])
    else if (isOfChart(layer)) data.push([layer.name, await chartAnnotations(context, layer, options)])
  }
  return Object.fromEntries(data)
}

const isOfChart = ({ sourceType, annotationType }: AnnotationLayer) =>
  (sourceType === 'line' || sourceType === 'table') && annotationType !== 'FORMULA'

/** Whoever may read the layers hears of one that is not there; others see the same as of one they may not read. */
async function storedRecords(context: AskContext, name: string, id: number) {
  const { db } = context.services
  if (!context.caller.can('can_read', 'Annotation'))
    return (await readableLayers(context))(id) ? layerRecords(context, id) : []
  const layer = await db.selectFrom('annotation_layers').select('id').where('id', '=', id).executeTakeFirst()
  if (layer) return layerRecords(context, id)
  throw new Problem(400, `Error: Annotation layer ${id} (of the annotations '${name}') was not found.`, {
    envelope: 'message',
  })
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
  record,
}: Pick<AskContext, 'services' | 'record'>): Promise<(id: number) => boolean> {
  const charts = await services.db
    .selectFrom('charts')
    .select('params')
    .where('datasource_id', '=', record.dataset.id)
    .where('params', 'like', '%NATIVE%')
    .where('changed_by', 'in', (eb) =>
      eb
        .selectFrom('users')
        .innerJoin('roles', (join) => join.on(HOLDS_ROLE))
        .innerJoin('role_pairs', 'role_pairs.role_id', 'roles.id')
        .innerJoin('pairs', 'pairs.id', 'role_pairs.pair_id')
        .where('pairs.permission', '=', 'can_read')
        .where('pairs.view', '=', 'Annotation')
        .select('users.id'),
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

/** The rows of a stored layer, with times in milliseconds; the first 10,000. */
export async function layerRecords({ services }: Pick<AskContext, 'services'>, layerId: number) {
  const rows = await services.db
    .selectFrom('annotations')
    .select([...LAYER_COLUMNS])
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
