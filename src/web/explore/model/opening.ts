import { findExplored } from '../../../charts/explored.ts'
import { olderTimeColumn } from '../../../charts/parts/older-time.ts'
import { isTimeZone, TIME_ZONE_FIELD } from '../../../query/time-range/zone.ts'
import type { FormData } from '../../data/chart-request.ts'
import { changeType, newForm, withoutShownDefaults, withShownDefaults } from './chart-form.ts'
import { withinCap } from './row-cap.ts'
import type { ExploreAnswer, ExploreDataset, ExploreSlice } from './wire.ts'

const NO_FILTER = 'No filter'
const MAX_ROWS = 100_000

const KNOWN = [
  ...['slice_id', 'datasource_id', 'datasource_type', 'form_data_key', 'permalink_key', 'form_data'],
  TIME_ZONE_FIELD,
]

/** The question for the server from the address of the page; empty when the address names nothing. */
export function searchFor(params: URLSearchParams, permalinkKey: string | null): string {
  const search = new URLSearchParams()
  if (permalinkKey !== null) search.set('permalink_key', permalinkKey)
  const [id = '', type = 'table'] = (params.get('datasource') ?? '').split('__')
  if (/^\d+$/.test(id)) {
    search.set('datasource_id', id)
    search.set('datasource_type', type)
  }
  for (const name of KNOWN) {
    const value = params.get(name)
    if (value !== null && value !== '') search.set(name, value)
  }
  return search.toString()
}

export interface OpenedChart {
  readonly form: FormData
  readonly saved: FormData | null
  readonly dataset: ExploreDataset
  readonly slice: ExploreSlice | null
  readonly isKept: boolean
  /** The zone of the dashboard that the chart was opened from; null leaves that of the user. */
  readonly timeZone: string | null
  /** What the server wants to say about the opened state. */
  readonly message: string | null
}

/** The state that the screen starts with. A dataset without a chart gets a first question. */
export function openingOf(answer: ExploreAnswer, vizType: string | null, maxRows = MAX_ROWS): OpenedChart {
  const { dataset, slice, message } = answer
  // The address may name a chart that does not exist.
  const given = cleaned(slice === null ? { ...answer.form_data, slice_id: undefined } : answer.form_data)
  const isNew = slice === null && given.viz_type === undefined
  const started = whole(isNew ? newForm(dataset, given) : given, slice)
  const wanted = isNew && vizType !== null ? findExplored(vizType) : null
  const changed = wanted === null ? started : changeType(started, wanted, dataset)
  const chart = findExplored(String(changed.viz_type ?? ''))
  const form = isNew && chart !== null ? withinCap(changed, given, chart, maxRows) : changed
  const timeZone = zoneOf(answer.form_data)
  return { form, saved: savedForm(slice, given), dataset, slice, message, timeZone, isKept: slice === null && !isNew }
}

/** What the panel shows and what the chart asks are one, also where the settings say nothing. */
function whole(form: FormData, slice: ExploreSlice | null): FormData {
  const chart = findExplored(String(form.viz_type ?? ''))
  if (chart === null) return form
  return slice === null ? withShownDefaults(form, chart) : withoutShownDefaults(form, chart)
}

/** The server tells what the address named, or what was shared with the state. */
function zoneOf({ url_params: params }: FormData): string | null {
  const named = typeof params === 'object' && params !== null ? Object.entries(params) : []
  const [, zone] = named.find(([name]) => name === TIME_ZONE_FIELD) ?? []
  return typeof zone === 'string' && isTimeZone(zone) ? zone : null
}

/** The settings of the chart as they are stored, where the answer holds others on top. */
function savedForm(slice: ExploreSlice | null, given: FormData): FormData | null {
  if (slice === null) return null
  const stored = (slice as { readonly form_data?: FormData }).form_data
  return stored && typeof stored === 'object' ? cleaned(stored) : given
}

function cleaned(form: FormData): FormData {
  const { url_params: _url, applied_time_extras: _extras, ...rest } = form
  return withTimeAsFilter(withKnownChoices(rest))
}

/** The range of an older chart as a filter that can be seen and changed; where its column is the x-axis, it stays. */
function withTimeAsFilter(form: FormData): FormData {
  const { granularity_sqla: _column, time_range: range, ...rest } = form
  const column = olderTimeColumn(form)
  const filters: readonly { readonly operator?: unknown }[] = Array.isArray(form.adhoc_filters)
    ? form.adhoc_filters
    : []
  const controls = findExplored(String(form.viz_type ?? ''))?.controls ?? []
  const has = (field: string) => controls.some((one) => one.field === field)
  const isAxis = !form.x_axis && has('x_axis')
  const isBound = filters.some((filter) => filter?.operator === 'TEMPORAL_RANGE')
  if (column === null || typeof range !== 'string' || range === NO_FILTER || isAxis || isBound) return form
  const filter = {
    expressionType: 'SIMPLE',
    clause: 'WHERE',
    subject: column,
    operator: 'TEMPORAL_RANGE',
    comparator: range,
  }
  const kept = has('granularity_sqla') ? { granularity_sqla: column } : {}
  return { ...rest, ...kept, adhoc_filters: [...filters, filter] }
}

/** Saved charts say 0 where they have no limit. */
const isZero = (value: unknown) => value === 0 || value === '0'

/** Without the words that are none of the choices of a control that has no others. Numbers are free. */
function withKnownChoices(form: FormData): FormData {
  const controls = findExplored(String(form.viz_type ?? ''))?.controls ?? []
  const unknown = controls
    .filter(({ kind, choices }) => kind === 'select' && choices !== undefined)
    .filter(({ field }) => typeof form[field] === 'string' && !/^-?\d+(\.\d+)?$/.test(form[field]))
    .filter(({ field, choices }) => !choices?.some(({ value }) => String(value) === form[field]))
    .map(({ field }) => field)
  const unlimited = controls
    .filter(({ kind, field }) => (kind === 'rowLimit' || kind === 'seriesLimit') && isZero(form[field]))
    .map(({ field }) => [field, null] as const)
  const known = Object.entries(form).filter(([field]) => !unknown.includes(field))
  return Object.fromEntries([...known, ...unlimited])
}
