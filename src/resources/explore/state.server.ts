import { succeeded } from '../../charts/succession/succeed.ts'
import { noAccess } from '../../gateway/chart/context.server.ts'
import { datasetOwners, datasetPayload } from '../../gateway/dataset-payload.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { canReadDataset } from '../../metadata/access.server.ts'
import { findDataset } from '../../metadata/datasets.server.ts'
import { getValue } from '../../metadata/key-values.server.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { visibleCharts } from '../../metadata/visible.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'
import { chartFields, chartFormData } from '../kit/chart-fields.server.ts'
import { ownersOf, peopleById } from '../kit/people.server.ts'
import { humanized } from '../kit/project.ts'
import type { ExploreQuery } from './contract.ts'
import { checkFormData } from './rights.server.ts'
import { FORM_DATA_KIND, PERMALINK_KIND, type StoredFormData, type StoredPermalink } from './stored.ts'

type Json = Record<string, unknown>
interface Opening {
  readonly formData: Json
  readonly sliceId: number | null
  readonly datasource: string | null
  readonly message: string | null
  readonly urlParams: Json
}

const NO_DATASET = {
  columns: [],
  metrics: [],
  name: '[Missing Dataset]',
  type: 'table',
  database: { id: 0, backend: '', parameters: {} },
}

/** What Explore opens with, from an address of any form (reference: charts-dashboards A.6). */
export async function exploreState(services: Services, query: ExploreQuery, caller: Caller): Promise<Json> {
  const opening = await openingOf(services, query, caller)
  const chart = opening.sliceId === null ? null : await findChart(services, opening.sliceId, caller)
  const now = services.now()
  const saved = chart ? chartFormData(chart, now) : {}
  const merged: Json = { ...saved, ...succeeded(opening.formData, now) }
  const sources = [opening.datasource, merged.datasource, saved.datasource].filter(
    (source) => typeof source === 'string',
  )
  const { datasource, dataset } = await firstDataset(services, sources, caller)
  return {
    dataset,
    slice: chart ? await sliceOf(services, chart, saved) : null,
    form_data: {
      adhoc_filters: [],
      applied_time_extras: {},
      ...merged,
      datasource,
      url_params: opening.urlParams,
      ...(opening.sliceId === null ? {} : { slice_id: opening.sliceId }),
    },
    message: opening.message,
    metadata: chart ? await metadataOf(services, chart) : null,
  }
}

async function openingOf(services: Services, query: ExploreQuery, caller: Caller): Promise<Opening> {
  const formData = readJson(query.form_data)
  const sliceId = numberOf(query.slice_id) ?? numberOf(String(formData.slice_id ?? ''))
  const typed = query.datasource_id ? `${query.datasource_id}__${query.datasource_type ?? 'table'}` : null
  const { form_data: _, ...address } = query
  const plain: Opening = {
    formData,
    sliceId,
    datasource: typed,
    message: null,
    urlParams: address,
  }
  if (query.permalink_key) return fromPermalink(services, query.permalink_key, address)
  if (!query.form_data_key) return plain
  const stored = await getValue(services.db, FORM_DATA_KIND, query.form_data_key, services.now())
  if (!stored) {
    const message =
      sliceId === null
        ? 'Form data not found in cache, reverting to dataset metadata.'
        : 'Form data not found in cache, reverting to chart metadata.'
    return { ...plain, message }
  }
  const value = stored.value as StoredFormData
  await checkFormData(services, value, caller)
  const { form_data: text, chart_id } = value
  return { ...plain, formData: readJson(text), sliceId: sliceId ?? chart_id ?? null }
}

async function fromPermalink(services: Services, key: string, address: Json): Promise<Opening> {
  const stored = await getValue(services.db, PERMALINK_KIND, key, services.now())
  if (!stored) throw new Problem(404, 'Invalid permalink key')
  const { chartId, datasource, state } = stored.value as StoredPermalink
  const urlParams = { ...address, ...Object.fromEntries(state.urlParams ?? []) }
  return { formData: state.formData, sliceId: chartId, datasource, message: null, urlParams }
}

const numberOf = (text: string | undefined) => (text && /^\d{1,9}$/.test(text) ? Number(text) : null)

function readJson(text: string | undefined): Json {
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Json) : {}
  } catch {
    return {}
  }
}

/**
 * The chart, or null for one that does not exist for the caller: Explore then opens with no chart. Refuses a chart over
 * a dataset that the caller may not read (403).
 */
async function findChart(services: Services, id: number, caller: Caller): Promise<Row<'charts'> | null> {
  const one = services.db.selectFrom('charts').selectAll().where('id', '=', id)
  const found = await one.where(visibleCharts(caller)).executeTakeFirst()
  if (found) return found
  const hidden = await one.executeTakeFirst()
  if (hidden?.datasource_id) await datasetOf(services, `${hidden.datasource_id}__table`, caller)
  return null
}

/** Where an address names a dataset that does not exist, that of the chart is shown. */
async function firstDataset(services: Services, sources: readonly string[], caller: Caller) {
  for (const datasource of sources) {
    const dataset = await datasetOf(services, datasource, caller)
    if (dataset !== NO_DATASET) return { datasource, dataset }
  }
  return { datasource: sources[0] ?? '', dataset: NO_DATASET }
}

async function datasetOf(services: Services, datasource: string, caller: Caller): Promise<Json> {
  const [id, type] = datasource.split('__')
  if (type !== undefined && type !== 'table') throw new Problem(400, `Invalid datasource type: ${type}`)
  const record = id && /^\d{1,9}$/.test(id) ? await findDataset(services.db, Number(id)) : null
  if (!record) return NO_DATASET
  if (!canReadDataset(caller, record.database, record.dataset)) {
    const { type, extra } = noAccess(record, caller).detail
    const text = `You don't have access to the dataset ${record.dataset.table_name}.`
    throw new Problem(403, text, { ...(type && { type }), ...(extra && { extra }), envelope: 'typed' })
  }
  const { dialect } = await services.gateway.open(record.database)
  return datasetPayload(record, await datasetOwners(services.db, record.dataset.id), dialect)
}

async function sliceOf(services: Services, chart: Row<'charts'>, formData: Json): Promise<Json> {
  const owners = await ownersOf(services.db, 'chart', [chart.id])
  const fields = chartFields(chart, services.now())
  return {
    slice_id: chart.id,
    slice_name: chart.slice_name,
    slice_url: fields.slice_url,
    edit_url: fields.edit_url,
    form_data: formData,
    query_context: chart.query_context,
    datasource: chart.datasource_id === null ? null : `${chart.datasource_id}__${chart.datasource_type ?? 'table'}`,
    description: chart.description,
    description_markeddown: fields.description_markeddown,
    cache_timeout: chart.cache_timeout,
    certified_by: chart.certified_by,
    certification_details: chart.certification_details,
    changed_on: fields.changed_on,
    changed_on_humanized: fields.changed_on_delta_humanized,
    modified: fields.changed_on_delta_humanized,
    is_managed_externally: chart.is_managed_externally === 1,
    owners: (owners.get(chart.id) ?? []).map((owner) => owner.id),
  }
}

async function metadataOf({ db, now }: Services, chart: Row<'charts'>): Promise<Json> {
  const people = await peopleById(db, [chart.created_by, chart.changed_by])
  const owners = await ownersOf(db, 'chart', [chart.id])
  const dashboards = await db
    .selectFrom('dashboards')
    .innerJoin('dashboard_charts', 'dashboard_charts.dashboard_id', 'dashboards.id')
    .where('dashboard_charts.chart_id', '=', chart.id)
    .select(['dashboards.id', 'dashboards.dashboard_title'])
    .execute()
  const name = (id: number | null) => {
    const person = id === null ? undefined : people.get(id)
    return person ? `${person.first_name} ${person.last_name}` : null
  }
  return {
    created_by: name(chart.created_by),
    changed_by: name(chart.changed_by),
    created_on_humanized: humanized(chart.created_on, now()),
    changed_on_humanized: humanized(chart.changed_on, now()),
    dashboards,
    owners: (owners.get(chart.id) ?? []).map((owner) => `${owner.first_name} ${owner.last_name}`),
  }
}
