import { baseQuery } from '../../charts/parts/base-query.ts'
import { formOptions } from '../../charts/parts/form-options.ts'
import { queryFields } from '../../charts/parts/form-query-fields.ts'
import { storedQueries } from '../../charts/succession/stored-queries.ts'
import { succeeded } from '../../charts/succession/succeed.ts'
import { formDataset } from '../../gateway/chart/saved-request.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { rawNumber } from '../../kernel/raw-json.ts'
import { visibleChart } from '../../metadata/visible-chart.server.ts'
import { columnLabel, type QueryContext } from '../../query/query-object.ts'
import { isTimeZone, NO_TIME_ZONE, TIME_ZONE_FIELD } from '../../query/time-range/zone.ts'
import { withoutRepeats } from '../../query/without-repeats.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { Problem } from '../../wire/problem.ts'
import { type Raw, rawJson } from '../../wire/raw.ts'
import type { RequestContext } from '../../wire/request-context.server.ts'
import { chartFormData } from '../kit/chart-fields.server.ts'
import { chartDataRoutes as routes } from './contract.ts'
import { olderType } from './explore-shapes.ts'
import { chartJobs } from './jobs.server.ts'
import { chartAnswer, chartDataJson } from './reply.server.ts'

type FormData = Readonly<Record<string, unknown>>
type Flag = 'csv' | 'query' | 'results' | 'samples' | 'force' | 'form_data' | 'slice_id'
type Wanted = { readonly [F in Flag | typeof TIME_ZONE_FIELD]?: string | undefined }

interface Question {
  readonly form: FormData
  readonly request: QueryContext
}

/** Form data answered in the way of older clients, by the path of every chart (reference: charts-dashboards A.1.9). */
export function exploreJsonEndpoints(services: Services): Endpoint[] {
  const jobs = chartJobs<Question>(services, '/superset/explore_json/data/')
  const answer = async (form: FormData, wanted: Wanted, caller: Caller, context: RequestContext) => {
    const question = await questionOf(services, caller, form, wanted)
    const { request } = question
    if (request.resultFormat === 'csv')
      return chartAnswer(services, caller, request, context, String(form.slice_name ?? 'chart'))
    if (request.resultType !== 'full') return onlyResult(services, caller, request, context.signal)
    if (!services.featureFlags.GLOBAL_ASYNC_QUERIES) return payload(services, caller, question, context)
    return jobs.answer(caller, context, {
      question: { form: question.form, request: { ...request, force: false } },
      force: request.force,
      answering: (how) => payload(services, caller, question, how),
    })
  }
  return [
    endpoint(routes.explore, ({ body, query }, caller, context) =>
      answer(formOf(body, query.form_data), query, caller, context),
    ),
    endpoint(routes.exploreByAddress, ({ query }, caller, context) =>
      answer(formOf(null, query.form_data), query, caller, context),
    ),
    objectEndpoint(routes.exploreCached, {
      find: ({ params }, caller) => jobs.find(caller, params.cache_key),
      handle: (_, caller, question, { signal }) => payload(services, caller, question, { signal }),
    }),
  ]
}

/** Form data of the body, alone or in a field of a form, over those of the address. */
function formOf(body: unknown, address: string | undefined): FormData {
  const sent = objectOf(body)
  const own = 'form_data' in sent ? objectOf(sent.form_data) : sent
  return { ...objectOf(address), ...own }
}

function objectOf(value: unknown): FormData {
  if (typeof value === 'string') {
    try {
      return objectOf(JSON.parse(value))
    } catch (cause) {
      throw new Problem(400, 'form_data is not JSON', { cause })
    }
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

async function questionOf(services: Services, caller: Caller, sent: FormData, wanted: Wanted): Promise<Question> {
  const form = await withSavedForm(services, caller, sent, wanted.slice_id)
  const datasource = formDataset(form)
  return {
    form,
    request: {
      datasource,
      force: isOn(wanted.force),
      queries: queriesOf(form, services.now()).slice(0, 1),
      formData: form,
      resultFormat: isOn(wanted.csv) ? 'csv' : 'json',
      resultType: isOn(wanted.query)
        ? 'query'
        : isOn(wanted.results)
          ? 'results'
          : isOn(wanted.samples)
            ? 'samples'
            : 'full',
      customCacheTimeout: null,
      timeZone: zoneOf(form, wanted) ?? caller.timeZone,
    },
  }
}

/** Older clients name no zone: for them it is the one that the user chose. */
function zoneOf(form: FormData, wanted: Wanted): string | null {
  const zone = wanted[TIME_ZONE_FIELD] ?? form[TIME_ZONE_FIELD] ?? null
  if (zone === null || (typeof zone === 'string' && isTimeZone(zone))) return zone
  throw new Problem(400, `${TIME_ZONE_FIELD}: ${NO_TIME_ZONE}`)
}

/** The questions of a chart, of one whose answers older clients want in a shape of its own, or of a successor. */
function queriesOf(form: FormData, now: Date): QueryContext['queries'] {
  const older = olderType(form.viz_type)
  if (older) return [older.query(form)]
  const asked = storedQueries(form) ?? storedQueries(succeeded(form, now))
  if (asked) return asked.map(withoutRepeats)
  throw new Problem(400, `viz_type: the chart type '${String(form.viz_type ?? '')}' is not known`)
}

/** The form data of a saved chart with what was sent on top. */
async function withSavedForm(
  services: Services,
  caller: Caller,
  sent: FormData,
  sliceId: string | undefined,
): Promise<FormData> {
  const id = Number(sent.slice_id ?? sliceId ?? Number.NaN)
  if (!Number.isSafeInteger(id)) return sent
  const chart = await visibleChart(services.db, id, caller)
  return chart ? { ...chartFormData(chart, services.now()), ...sent } : sent
}

const isOn = (text: string | undefined) => text !== undefined && /^(true|1|yes|on)$/i.test(text)

async function resultOf(
  services: Services,
  caller: Caller,
  request: QueryContext,
  how: { readonly signal: AbortSignal; readonly onlyCached?: boolean },
): Promise<Record<string, unknown>> {
  const bytes = await chartDataJson(services, caller, request, how.signal, { onlyCached: how.onlyCached ?? false })
  const { result } = JSON.parse(Buffer.from(bytes).toString('utf8'), keepDigits) as {
    result: Record<string, unknown>[]
  }
  return result[0] ?? {}
}

function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const isLong = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
  return isLong && context?.source ? rawNumber(context.source) : value
}

async function onlyResult(
  services: Services,
  caller: Caller,
  request: QueryContext,
  signal: AbortSignal,
): Promise<Raw> {
  return rawJson(JSON.stringify(await resultOf(services, caller, request, { signal })))
}

async function payload(
  services: Services,
  caller: Caller,
  { form, request }: Question,
  how: { readonly signal: AbortSignal; readonly onlyCached?: boolean },
): Promise<Raw> {
  const { data, ...head } = await resultOf(services, caller, request, how)
  const rows = Array.isArray(data) ? data : []
  const times = { from: timeOf(head.from_dttm), to: timeOf(head.to_dttm) }
  const { annotation_data: annotations } = head
  return rawJson(
    JSON.stringify({
      ...Object.fromEntries(KEPT.flatMap((name) => (name in head ? [[name, head[name]]] : []))),
      is_cached: head.is_cached === true,
      errors: [],
      error: null,
      form_data: echoed(form),
      data: olderType(form.viz_type)?.data(form, { rows, ...times }) ?? rows,
      ...(annotations && Object.keys(annotations).length > 0 ? { annotation_data: annotations } : {}),
    }),
  )
}

const KEPT = [
  'cache_key',
  'cached_dttm',
  'cache_timeout',
  'query',
  'from_dttm',
  'to_dttm',
  'status',
  'stacktrace',
  'rowcount',
  'colnames',
  'coltypes',
  'applied_filters',
  'rejected_filters',
]
const timeOf = (value: unknown) => (typeof value === 'number' ? value : null)
const common = formOptions(queryFields)

/** The form data as they came back to older clients: with their filters taken apart. */
function echoed(form: FormData): FormData {
  const { filters, extras } = baseQuery(common.parse(form))
  return {
    ...form,
    applied_time_extras: form.applied_time_extras ?? {},
    where: extras.where,
    having: extras.having,
    filters: (filters ?? []).map(({ column, op, value }) => ({ col: columnLabel(column), op, val: value })),
  }
}
