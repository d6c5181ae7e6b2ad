import { metricLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame, TableDrawing } from '../chart.ts'
import { cellPaint } from '../parts/conditional-format.ts'
import { columnOf, EMPTY_FRAME, firstFrame, isNumeric, isTemporal } from '../parts/frame.ts'
import { exactNumber, numberFormatter, storedNumber, toNumber } from '../parts/number-format.ts'
import { timeInTable } from '../parts/time-format.ts'
import { type ChartTokens, tokensOf } from '../parts/tokens.ts'
import { writing } from '../parts/writing.ts'
import type { ColumnConfig, TableOptions } from './options.ts'
import { DEFAULT_PAGE_LENGTH, dimensionLabels, hasTotals } from './query.ts'

type TableColumn = TableDrawing['columns'][number]

export function drawTable(options: TableOptions, frames: readonly Frame[], { titles, theme }: DrawContext): Drawing {
  const frame = firstFrame(frames)
  const tokens = tokensOf(theme)
  const hidden = hiddenNames(options)
  const indexes = frame.names.flatMap((name, index) => (hidden.has(name) ? [] : [index]))
  const dimensions = new Set(dimensionLabels(options))
  const totals = hasTotals(options) ? (frames.at(-1) ?? EMPTY_FRAME) : null
  const columns = indexes.map((index) => tableColumn(options, frame, index, { dimensions, titles, tokens }))
  return {
    kind: 'table',
    summary: `Table, ${frame.rowCount} rows, ${columns.length} columns: ${columns.map((column) => column.label).join(', ')}.`,
    table: {
      columns,
      rowCount: frame.rowCount,
      totals: totals && columns.map((column, index) => totalText(options, totals, column, index)),
      pageLength: options.hasServerPages || options.pageLength === 0 ? null : options.pageLength,
      serverPage: options.hasServerPages ? serverPage(options, frame, frames[1] ?? EMPTY_FRAME) : null,
      hasSearch: options.hasSearch,
    },
  }
}

function serverPage(options: TableOptions, rows: Frame, count: Frame) {
  const counted = toNumber(columnOf(count, 'rowcount')[0])
  return {
    page: options.serverPage ?? 0,
    length: options.serverPageLength ?? DEFAULT_PAGE_LENGTH,
    rowCount: counted ?? rows.rowCount,
  }
}

/** Metrics that are asked only for their share, and columns switched off. */
function hiddenNames(options: TableOptions): ReadonlySet<string> {
  const shown = new Set(options.metrics.map(metricLabel))
  const helpers = options.percentMetrics.map(metricLabel).filter((label) => !shown.has(label))
  const off = Object.entries(options.columnConfig).flatMap(([name, config]) => (config.visible === false ? [name] : []))
  return new Set([...helpers, ...off])
}

interface ColumnNames {
  readonly dimensions: ReadonlySet<string>
  readonly titles: Readonly<Record<string, string>>
  readonly tokens: ChartTokens
}

function tableColumn(options: TableOptions, frame: Frame, index: number, names: ColumnNames): TableColumn {
  const name = frame.names[index] ?? ''
  const cells = frame.columns[index] ?? []
  const config = options.columnConfig[name] ?? {}
  const isNumber = isNumeric(frame, index)
  const write = cellWriter(options, config, name, isNumber, isTemporal(frame, index) ? cells : null)
  const isDimension = names.dimensions.has(name)
  const hasBars = isNumber && !isDimension && options.mode !== 'raw' && (config.showCellBars ?? options.showCellBars)
  const paint = cellPaint(options.conditionalFormats, name, cells, names.tokens)
  return {
    name,
    label: config.customColumnName || titleOf(name, names.titles),
    align: config.horizontalAlign === 'right' || (isNumber && config.horizontalAlign === undefined) ? 'right' : 'left',
    isDimension,
    ...(hasBars ? { bar: barShare(cells) } : {}),
    ...(paint ? { paint } : {}),
    text: (row) => (cells[row] == null ? null : write(cells[row])),
    raw: (row) => cells[row],
  }
}

/** The share of a metric is named after it: `%count`. */
function titleOf(name: string, titles: Readonly<Record<string, string>>): string {
  const own = Object.hasOwn(titles, name) ? titles[name] : null
  if (own) return own
  const metric = name.startsWith('%') ? name.slice(1) : ''
  return metric && Object.hasOwn(titles, metric) ? `% ${titles[metric]}` : name
}

function cellWriter(
  options: TableOptions,
  config: ColumnConfig,
  name: string,
  isNumber: boolean,
  times: readonly unknown[] | null,
): (cell: unknown) => string {
  if (times !== null) {
    const write = timeInTable(config.d3TimeFormat ?? options.timeFormat, times)
    return (cell) => (typeof cell === 'number' ? write(cell) : String(cell))
  }
  if (!isNumber) return (cell) => (typeof cell === 'object' ? JSON.stringify(cell) : String(cell))
  const isShare = options.percentMetrics.some((metric) => `%${metricLabel(metric)}` === name)
  const format = config.d3NumberFormat ?? (isShare ? ',.1%' : null)
  if (format === null && config.currencyFormat === undefined) return options.mode === 'raw' ? storedNumber : exactNumber
  const write = numberFormatter(format, config.currencyFormat ?? null)
  const small = config.d3SmallNumberFormat ? numberFormatter(config.d3SmallNumberFormat) : write
  return (cell) => {
    const value = toNumber(cell)
    return value !== null && Math.abs(value) < 1 ? small(value) : write(value)
  }
}

function barShare(cells: readonly unknown[]): (row: number) => number | null {
  const most = cells.reduce<number>((max, cell) => Math.max(max, Math.abs(toNumber(cell) ?? 0)), 0)
  return (row) => {
    const value = toNumber(cells[row])
    return value === null || most === 0 ? null : Math.abs(value) / most
  }
}

function totalText(options: TableOptions, totals: Frame, column: TableColumn, index: number): string | null {
  if (column.isDimension) return index === 0 ? writing().total : null
  const cell = columnOf(totals, column.name)[0]
  if (cell == null) return null
  const config = options.columnConfig[column.name] ?? {}
  return cellWriter(options, config, column.name, true, null)(cell)
}
