import { baseQuery } from '../../charts/parts/base-query.ts'
import { asText, formOptions, type ReadOptions } from '../../charts/parts/form-options.ts'
import { column, metric, metrics, queryFields } from '../../charts/parts/form-query-fields.ts'
import { own } from '../../kernel/own.ts'
import { columnLabel, metricLabel, type QueryObject, queryObject } from '../../query/query-object.ts'
import { findCountry } from './country-codes.ts'

type FormData = Readonly<Record<string, unknown>>
type Cells = Readonly<Record<string, unknown>>

/** Rows and time of an answer, as the shapes of older charts are made from them. */
interface ShapedFrom {
  readonly rows: readonly Cells[]
  readonly from: number | null
  readonly to: number | null
}

/** A chart type whose data older clients want in a shape of its own: what it asks for them, and the shape. */
interface OlderType {
  query(form: FormData): QueryObject
  data(form: FormData, answer: ShapedFrom): unknown
}

const reader = formOptions({
  ...queryFields,
  entity: column('entity'),
  metric: metric('metric'),
  secondary: metric('secondary_metric'),
  metrics: metrics('metrics'),
})
type OlderOptions = ReadOptions<typeof reader>

function common(options: OlderOptions): Partial<QueryObject> & Pick<QueryObject, 'extras'> {
  const base = baseQuery(options)
  return { ...base, granularity: base.granularity ?? options.granularity }
}

const askedMetrics = ({ metric, secondary }: OlderOptions) => [metric, secondary].filter((one) => one !== null)

/** Rows by entity, with the metrics under names of their own. */
const entityQuery = (form: FormData) => {
  const options = reader.parse(form)
  const measured = askedMetrics(options)
  return queryObject({
    ...common(options),
    columns: options.entity === null ? [] : [options.entity],
    metrics: measured.filter((one, i) => measured.findIndex((other) => metricLabel(other) === metricLabel(one)) === i),
  })
}

function entityRows(form: FormData, { rows }: ShapedFrom) {
  const options = reader.parse(form)
  const entity = options.entity === null ? '' : columnLabel(options.entity)
  const [first = '', second = first] = askedMetrics(options).map(metricLabel)
  return rows.map((row) => ({ entity: row[entity], m1: row[first] ?? null, m2: row[second] ?? null }))
}

const worldMap: OlderType = {
  query: entityQuery,
  data: (form, answer) =>
    entityRows(form, answer).map(({ entity, m1, m2 }) => {
      const country = findCountry(String(entity ?? ''))
      if (country === null) return { country: 'XXX', m1, ...(hasSecond(form) ? { m2 } : {}) }
      const { cca2: code, cca3, latitude, longitude, name } = country
      return { country: cca3, m1, ...(hasSecond(form) ? { m2 } : {}), code, latitude, longitude, name }
    }),
}
const hasSecond = (form: FormData) => reader.parse(form).secondary !== null

const countryMap: OlderType = {
  query: entityQuery,
  data: (form, answer) => entityRows(form, answer).map(({ entity, m1 }) => ({ country_id: entity, metric: m1 })),
}

const GRAINS: Readonly<Record<string, string>> = {
  min: 'PT1M',
  hour: 'PT1H',
  day: 'P1D',
  week: 'P1W',
  month: 'P1M',
  year: 'P1Y',
}
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const UNITS: Readonly<Record<string, number>> = { min: MINUTE_MS, hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS }

const calendar: OlderType = {
  query: (form) => {
    const options = reader.parse(form)
    const { extras, ...rest } = common(options)
    return queryObject({
      ...rest,
      metrics: options.metrics,
      isTimeseries: true,
      extras: { ...extras, timeGrain: own(GRAINS, asText(form.subdomain_granularity) ?? 'day') ?? 'P1D' },
    })
  },
  data: (form, { rows, from, to }) => {
    const labels = reader.parse(form).metrics.map(metricLabel)
    const domain = asText(form.domain_granularity) ?? 'month'
    const times = rows.map((row) => Number(row.__timestamp))
    const start = from ?? times.reduce((least, time) => Math.min(least, time), times[0] ?? 0)
    const end = to ?? times.reduce((most, time) => Math.max(most, time), start)
    const byTime = (label: string) =>
      Object.fromEntries(rows.map((row) => [`${(Number(row.__timestamp) / 1000).toFixed(1)}`, row[label] ?? null]))
    return {
      data: Object.fromEntries(labels.map((label) => [label, byTime(label)])),
      start,
      domain,
      subdomain: asText(form.subdomain_granularity) ?? 'day',
      range: rangeIn(domain, start, end),
    }
  },
}

/** How many domains a calendar shows. */
function rangeIn(domain: string, start: number, end: number): number {
  const unit = own(UNITS, domain)
  if (unit !== undefined) return Math.floor((end - start) / unit) + 1
  const [a, b] = [new Date(start), new Date(end)]
  const years = b.getUTCFullYear() - a.getUTCFullYear()
  return (domain === 'year' ? years : years * 12 + b.getUTCMonth() - a.getUTCMonth()) + 1
}

const TYPES: ReadonlyMap<string, OlderType> = new Map([
  ['world_map', worldMap],
  ['country_map', countryMap],
  ['cal_heatmap', calendar],
])

/** The older chart type of a `viz_type`, null when it is none. */
export const olderType = (vizType: unknown): OlderType | null => TYPES.get(String(vizType)) ?? null
