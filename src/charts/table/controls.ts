import type { Control } from '../chart.ts'
import {
  colorRulesControl,
  filtersControl,
  metricsControl,
  orderDescControl,
  rowLimitControl,
  sortByControl,
  timeFormatControl,
  timeGrainControl,
} from '../parts/controls.ts'

const pageLengths = [10, 20, 50, 100, 200]

export const tableControls: readonly Control[] = [
  {
    field: 'query_mode',
    kind: 'select',
    section: 'data',
    label: 'Rows',
    choices: [
      { value: 'aggregate', label: 'Grouped' },
      { value: 'raw', label: 'As stored' },
    ],
    default: 'aggregate',
  },
  { field: 'groupby', kind: 'columns', section: 'data', label: 'Group by', default: [], isShown: isAggregate },
  { ...timeGrainControl, isShown: isAggregate },
  { ...metricsControl, isRequired: false, isShown: isAggregate },
  {
    field: 'percent_metrics',
    kind: 'metrics',
    section: 'data',
    label: 'Metrics as share',
    default: [],
    isShown: isAggregate,
  },
  {
    field: 'all_columns',
    kind: 'columns',
    section: 'data',
    label: 'Columns',
    default: [],
    isRequired: true,
    isShown: isRaw,
  },
  filtersControl,
  { ...sortByControl, isShown: isAggregate },
  { ...orderDescControl, isShown: (form) => isAggregate(form) && form.timeseries_limit_metric != null },
  { ...rowLimitControl(1000), isShown: hasOneAnswer },
  {
    field: 'server_pagination',
    kind: 'toggle',
    section: 'data',
    label: 'Pages from the database',
    help: 'Asks for one page at a time, for tables with more rows than the limit.',
    default: false,
  },
  {
    field: 'server_page_length',
    kind: 'select',
    section: 'data',
    label: 'Rows on a page',
    choices: pageLengths.map((value) => ({ value, label: String(value) })),
    default: 10,
    isShown: (form) => !hasOneAnswer(form),
  },
  { field: 'show_totals', kind: 'toggle', section: 'data', label: 'Totals', default: false, isShown: isAggregate },
  { field: 'show_cell_bars', kind: 'toggle', section: 'style', label: 'Bars in cells', default: true },
  { field: 'include_search', kind: 'toggle', section: 'style', label: 'Search box', default: false },
  {
    field: 'page_length',
    kind: 'select',
    section: 'style',
    label: 'Rows on a page',
    choices: [{ value: 0, label: 'All' }, ...pageLengths.map((value) => ({ value, label: String(value) }))],
    default: 0,
    isShown: hasOneAnswer,
  },
  timeFormatControl('table_timestamp_format'),
  colorRulesControl,
]

function isAggregate(form: Readonly<Record<string, unknown>>): boolean {
  return form.query_mode !== 'raw'
}

function hasOneAnswer(form: Readonly<Record<string, unknown>>): boolean {
  return form.server_pagination !== true
}

function isRaw(form: Readonly<Record<string, unknown>>): boolean {
  return form.query_mode === 'raw'
}
