import { metricLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame, PivotDrawing } from '../chart.ts'
import { cellPaint } from '../parts/conditional-format.ts'
import { categoryText, categoryWriter, columnOf, firstFrame, isNumeric, isTemporal } from '../parts/frame.ts'
import { exactNumber, numberFormatter, toNumber } from '../parts/number-format.ts'
import { timeInTable } from '../parts/time-format.ts'
import { tokensOf } from '../parts/tokens.ts'
import { type PivotAnswers, type Place, pivotAnswers } from './answers.ts'
import { type Head, type HeadWords, headsOf, sideLabels } from './heads.ts'
import { axesOf } from './levels.ts'
import type { PivotTableOptions } from './options.ts'

export function drawPivotTable(options: PivotTableOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const axes = axesOf(options)
  const cells = firstFrame(frames)
  const answers = pivotAnswers(options, frames)
  const words: HeadWords = { titles: context.titles, write: dimensionWriter(options, cells) }
  const rows = headsOf('rows', axes, answers, words)
  const columns = headsOf('columns', axes, answers, words)
  const first = axes.metrics[0] === undefined ? '' : metricLabel(axes.metrics[0])
  const metricAt = (row: Head, column: Head) => row.metric ?? column.metric ?? first
  const placeAt = (row: number, column: number) => cellAt(answers, rows[row], columns[column], metricAt)
  const paints = new Map(
    axes.metrics.map(metricLabel).map((metric) => {
      const paint = cellPaint(options.conditionalFormats, metric, columnOf(cells, metric), tokensOf(context.theme))
      return [metric, paint]
    }),
  )
  const write = cellWriter(options, answers)
  const pivot: PivotDrawing = {
    rowLabels: sideLabels(axes.rows, words),
    columnLabels: sideLabels(axes.columns, words),
    rows,
    columns,
    text: (row, column) => {
      const cell = placeAt(row, column)
      return cell && write(cell)
    },
    paint: (row, column) => {
      const cell = placeAt(row, column)
      return (cell?.place.frame === cells && paints.get(cell.metric)?.(cell.place.row)) || null
    },
  }
  return { kind: 'pivot', pivot, summary: summaryOf(pivot) }
}

interface Cell {
  readonly row: Head
  readonly column: Head
  readonly metric: string
  readonly place: Place
}

function cellAt(
  answers: PivotAnswers,
  row: Head | undefined,
  column: Head | undefined,
  metricAt: (row: Head, column: Head) => string,
): Cell | null {
  if (row === undefined || column === undefined) return null
  const place = answers.find(row.values, column.values)
  return place && { row, column, metric: metricAt(row, column), place }
}

function dimensionWriter({ timeFormat }: PivotTableOptions, cells: Frame): HeadWords['write'] {
  const writers = new Map(cells.names.map((name) => [name, categoryWriter(cells, name, timeFormat)]))
  return (dimension, value) => (writers.get(dimension) ?? categoryText)(value)
}

function cellWriter(options: PivotTableOptions, answers: PivotAnswers): (cell: Cell) => string | null {
  const { valueFormat, currency, share } = options
  const isPlain = valueFormat === null && currency === null
  const writeNumber = isPlain ? exactNumber : numberOf(numberFormatter(valueFormat, currency))
  const writeShare = numberFormatter(valueFormat ?? ',.1%')
  const writeTime = timeInTable(options.timeFormat)
  return (cell) => {
    const { frame, row } = cell.place
    const index = frame.names.indexOf(cell.metric)
    const value = frame.columns[index]?.[row]
    if (value == null) return null
    if (share !== null) return shareText(cell, value, answers, share, writeShare)
    if (isTemporal(frame, index) && typeof value === 'number') return writeTime(value)
    return isNumeric(frame, index) || typeof value === 'number' ? writeNumber(value) : String(value)
  }
}

const numberOf = (write: (value: number | null) => string) => (cell: unknown) => write(toNumber(cell))

function shareText(
  { row, column, metric }: Cell,
  value: unknown,
  answers: PivotAnswers,
  share: string,
  write: (value: number | null) => string,
): string | null {
  const ofRow = share === 'Sum as Fraction of Rows'
  const ofColumn = share === 'Sum as Fraction of Columns'
  const whole = answers.find(ofRow ? row.values : [], ofColumn ? column.values : [])
  const total = whole && toNumber(columnOf(whole.frame, metric)[whole.row])
  const part = toNumber(value)
  return part === null || !total ? null : write(part / total)
}

function summaryOf({ rows, columns, rowLabels, columnLabels }: PivotDrawing): string {
  const named = (labels: readonly string[]) => labels.filter((label) => label !== '').join(', ') || 'none'
  return `Pivot table, ${rows.length} rows by ${named(rowLabels)}, ${columns.length} columns by ${named(columnLabels)}.`
}
