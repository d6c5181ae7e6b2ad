import { z } from 'zod'
import type { Control } from '../../charts/chart.ts'
import type { ExploredChart } from '../../charts/explored.ts'
import { Problem } from '../../wire/problem.ts'
import {
  checkNames,
  columnsOf,
  type DatasetNames,
  type Dimension,
  Filter,
  formFilter,
  Metric,
  wireMetric,
} from './question.ts'

type Form = Readonly<Record<string, unknown>>

const MAX_ROWS = 100_000
const MAX_TEMPLATE = 100_000
/** Kinds of settings that are drawn, not written. */
const NOT_OFFERED: readonly Control['kind'][] = ['annotations', 'colorRules']
const NO_FILTER = 'No filter'

const Column = z.union([z.string().min(1), z.strictObject({ sql: z.string().min(1), label: z.string().min(1) })])
const Shade = z.number().min(0).max(255)
const Place = z.strictObject({ latitude: z.string().min(1), longitude: z.string().min(1) })
const Color = z.strictObject({ r: Shade, g: Shade, b: Shade, a: z.number().min(0).max(1) })

/** The settings of a chart type that can be given, in the order of its form. */
export const offeredControls = (chart: ExploredChart): readonly Control[] =>
  chart.controls.filter(({ kind }) => !NOT_OFFERED.includes(kind))

/** What an agent is told of a setting; a conditional one counts only beside certain other settings. */
export const settingOf = ({ field, kind, label, help, isRequired, choices, range, ...rest }: Control) => ({
  name: field,
  kind: KIND_WORDS[kind] ?? kind,
  label,
  ...(help && { help }),
  ...(isRequired && { is_required: true }),
  ...('isShown' in rest && { is_conditional: true }),
  ...(choices && kind !== 'numberFormat' && kind !== 'timeFormat' && { choices: choices.map(({ value }) => value) }),
  ...(range && { range }),
  ...(rest.default !== undefined && rest.default !== null && { default: rest.default }),
})

const KIND_WORDS: Readonly<Partial<Record<Control['kind'], string>>> = {
  orderBy: 'metric',
  timeColumn: 'column',
  toggle: 'boolean',
  filters: 'list of filters',
  metrics: 'list of metrics',
  columns: 'list of columns',
  choices: 'list of texts',
  select: 'one of choices',
  numberFormat: 'number format of d3',
  timeFormat: 'time format of strftime, or smart_date',
  color: 'color {r, g, b, a}',
  timeGrain: 'time grain that the dataset offers',
  spatial: 'columns with the degrees {latitude, longitude}',
  template: 'HTML in which {{data}} stands for the rows, in the words of Handlebars',
}

/**
 * The form data of a chart: what is saved, with the settings given on top and the defaults of its type where neither
 * says anything. Throws 400 with a text for each setting that the type does not have or that does not fit.
 */
export function formOf(chart: ExploredChart, dataset: DatasetNames, saved: Form, given: Form): Record<string, unknown> {
  const controls = offeredControls(chart)
  const faults: Record<string, string[]> = {}
  const form: Record<string, unknown> = { ...saved, viz_type: chart.id, datasource: `${dataset.id}__table` }
  for (const [field, value] of Object.entries(given)) {
    const control = controls.find((one) => one.field === field)
    const read = control && readerOf(control).safeParse(value)
    if (read === undefined) faults[field] = [`${chart.label} has no such setting. It has: ${namesOf(controls)}`]
    else if (read.success) form[field] = savedValue(control?.kind, read.data, dataset)
    else faults[field] = read.error.issues.map(({ path, message }) => [...path, message].join(' '))
  }
  for (const control of controls) {
    form[control.field] ??= control.default
    if (isMissing(control, form)) faults[control.field] ??= ['is needed']
  }
  if (Object.keys(faults).length > 0) throw new Problem(400, faults)
  return { ...form, ...timeFields(form, dataset) }
}

const namesOf = (controls: readonly Control[]) => controls.map(({ field }) => field).join(', ')

const isMissing = (control: Control, form: Form) =>
  control.isRequired === true && isEmpty(form[control.field]) && (control.isShown?.(form) ?? true)

/** A chart keeps one time range, which the time filter of a dashboard replaces. */
function timeFields(form: Form, { timeColumn, timeColumns }: DatasetNames): Form {
  const filters = Array.isArray(form['adhoc_filters']) ? form['adhoc_filters'] : []
  const isBounded = filters.some((one) => (one as { operator?: unknown }).operator === 'TEMPORAL_RANGE')
  const always = { column: timeColumn ?? '', op: 'TEMPORAL_RANGE', value: NO_FILTER } as const
  return {
    adhoc_filters: isBounded || timeColumn === null ? filters : [...filters, formFilter(always)],
    temporal_columns_lookup: Object.fromEntries(timeColumns.map((name) => [name, true])),
  }
}

const isEmpty = (value: unknown) => value == null || value === '' || (Array.isArray(value) && value.length === 0)

function readerOf(control: Control): z.ZodType {
  switch (control.kind) {
    case 'metric':
    case 'orderBy':
      return Metric.nullable()
    case 'metrics':
      return z.array(Metric).max(50)
    case 'column':
    case 'timeColumn':
      return Column.nullable()
    case 'columns':
      return z.array(Column).max(50)
    case 'filters':
      return z.array(Filter).max(100)
    case 'toggle':
      return z.boolean()
    case 'choices':
      return z.array(z.string()).max(20)
    case 'color':
      return Color
    case 'spatial':
      return Place.nullable()
    case 'template':
      return z.string().max(MAX_TEMPLATE)
    default:
      return plainValue(control)
  }
}

function plainValue({ kind, choices, range }: Control): z.ZodType {
  const values = (choices ?? []).map(({ value }) => value)
  switch (kind) {
    case 'rowLimit':
    case 'seriesLimit':
      return z.int().min(1).max(MAX_ROWS).nullable()
    case 'number':
      return z
        .number()
        .min(range?.[0] ?? Number.MIN_SAFE_INTEGER)
        .max(range?.[1] ?? Number.MAX_SAFE_INTEGER)
        .nullable()
    case 'select':
    case 'colorScheme':
    case 'linearScheme':
      if (choices === undefined) return z.string().max(200).nullable()
      return z.unknown().refine((value) => value === null || values.some((one) => one === value), {
        error: `must be one of ${values.join(', ')}`,
      })
    default:
      return z.string().max(1000).nullable()
  }
}

/** A value that was read as one of its kind, as saved charts have it. Throws 400 for names the dataset does not have. */
function savedValue(kind: Control['kind'] | undefined, value: unknown, dataset: DatasetNames): unknown {
  if (value === null) return null
  switch (kind) {
    case 'metric':
    case 'orderBy':
      return savedMetrics([value as Metric], dataset)[0]
    case 'metrics':
      return savedMetrics(value as Metric[], dataset)
    case 'column':
    case 'timeColumn':
      return savedColumns([value as z.output<typeof Column>], dataset)[0]
    case 'columns':
      return savedColumns(value as z.output<typeof Column>[], dataset)
    case 'spatial': {
      const { latitude, longitude } = value as z.output<typeof Place>
      checkNames(dataset, { columns: [latitude, longitude] })
      return { type: 'latlong', latCol: latitude, lonCol: longitude }
    }
    case 'filters': {
      checkNames(dataset, { columns: columnsOf([], value as Filter[]) })
      return (value as Filter[]).map(formFilter)
    }
    default:
      return value
  }
}

function savedMetrics(metrics: readonly Metric[], dataset: DatasetNames): unknown[] {
  checkNames(dataset, { metrics })
  return metrics.map(wireMetric)
}

function savedColumns(columns: readonly z.output<typeof Column>[], dataset: DatasetNames): unknown[] {
  const dimensions: Dimension[] = [...columns]
  checkNames(dataset, { columns: columnsOf(dimensions, []) })
  return columns.map((one) =>
    typeof one === 'string' ? one : { expressionType: 'SQL', sqlExpression: one.sql, label: one.label },
  )
}
