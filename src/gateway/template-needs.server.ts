import { DIALECTS } from '../engines/dialects.ts'
import { canReadDataset } from '../metadata/access.server.ts'
import type { MetadataDb } from '../metadata/open.server.ts'
import { qualifiedName } from '../query/dialect.ts'
import type { RenderedTemplate, TemplateNeed } from '../query/template/context.ts'
import { TemplateError } from '../query/template/value.ts'
import type { Caller } from '../wire/caller.ts'
import { computedText } from './compute/pool.server.ts'
import type { TemplateJob } from './compute/template-job.ts'

const MAX_NEEDS = 20

/** Renders a template and looks up what it asks for: datasets and metrics that the caller may read. */
export async function renderWithNeeds(
  db: MetadataDb,
  caller: Caller,
  job: Omit<TemplateJob, 'found'>,
  { ownDatasetId, signal }: { readonly ownDatasetId: number | null; readonly signal: AbortSignal },
): Promise<RenderedTemplate> {
  const found = new Map<string, string | null>()
  while (found.size <= MAX_NEEDS) {
    const answer = await computedText({ ...job, found }, { user: caller.username, signal })
    if (!('need' in answer)) return answer
    found.set(JSON.stringify(answer.need), await lookUp(db, caller, withDataset(answer.need, ownDatasetId)))
  }
  throw new TemplateError('The template asks for too many datasets and metrics.')
}

/** A metric without a dataset is one of the chart's own. */
const withDataset = (need: TemplateNeed, ownDatasetId: number | null): TemplateNeed =>
  need.kind === 'metric' && need.datasetId === null ? { ...need, datasetId: ownDatasetId } : need

async function lookUp(db: MetadataDb, caller: Caller, need: TemplateNeed): Promise<string | null> {
  if (need.kind === 'partition') return null
  const id = need.kind === 'dataset' ? need.id : need.datasetId
  if (id === null) return null
  const dataset = await db.selectFrom('datasets').selectAll().where('id', '=', id).executeTakeFirst()
  if (!dataset) return null
  const database = await db
    .selectFrom('databases')
    .select(['id', 'database_name', 'engine'])
    .where('id', '=', dataset.database_id)
    .executeTakeFirst()
  if (!database || !canReadDataset(caller, database, dataset)) return null
  if (need.kind === 'metric') return metricText(db, dataset.id, need.name)
  const dialect = DIALECTS.find((known) => known.id === database.engine)
  if (!dialect) return null
  const from = dataset.sql
    ? `(\n${dataset.sql}\n) AS virtual_table`
    : qualifiedName(dialect, [dialect.supportsCatalogs ? dataset.catalog : null, dataset.schema, dataset.table_name])
  const { list, groups } = await columnList(db, dataset.id, need, dialect.quoteIdentifier)
  return `SELECT ${list}\nFROM ${from}${groups.length === 0 ? '' : `\nGROUP BY ${groups.join(', ')}`}`
}

async function metricText(db: MetadataDb, datasetId: number, name: string): Promise<string | null> {
  const row = await db
    .selectFrom('dataset_metrics')
    .select('expression')
    .where('dataset_id', '=', datasetId)
    .where('metric_name', '=', name)
    .executeTakeFirst()
  return row?.expression ?? null
}

async function columnList(
  db: MetadataDb,
  datasetId: number,
  need: Extract<TemplateNeed, { readonly kind: 'dataset' }>,
  quote: (name: string) => string,
) {
  const all = await db
    .selectFrom('dataset_columns')
    .select(['column_name as name', 'expression'])
    .where('dataset_id', '=', datasetId)
    .orderBy('id')
    .execute()
  const metrics = need.includesMetrics
    ? await db
        .selectFrom('dataset_metrics')
        .select(['metric_name as name', 'expression'])
        .where('dataset_id', '=', datasetId)
        .orderBy('id')
        .execute()
    : []
  const columns = all.filter(({ name }) => need.columns === null || need.columns.includes(name))
  const texts = [...columns, ...metrics].map(({ name, expression }) =>
    expression ? `${expression} AS ${quote(name)}` : quote(name),
  )
  return {
    list: texts.length === 0 ? '*' : texts.join(', '),
    groups: metrics.length === 0 ? [] : columns.map(({ name, expression }) => expression || quote(name)),
  }
}
