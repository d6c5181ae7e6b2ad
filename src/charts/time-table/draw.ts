import type { DrawContext, Drawing, Frame, TableDrawing } from '../chart.ts'
import { readableOn } from '../parts/contrast.ts'
import { firstFrame } from '../parts/frame.ts'
import { colorAt } from '../parts/linear-schemes.ts'
import { type NumberFormatter, numberFormatter } from '../parts/number-format.ts'
import { groupsOf, type PeriodRow, periodsOf } from '../parts/periods.ts'
import { type ChartTokens, tokensOf } from '../parts/tokens.ts'
import { writing } from '../parts/writing.ts'
import type { PeriodColumn, TimeTableOptions } from './options.ts'
import { periodValue, sparkValues } from './periods.ts'

type TableColumn = TableDrawing['columns'][number]

const LATEST: PeriodColumn = {
  label: null,
  kind: 'time',
  lag: 0,
  ratio: null,
  comparison: 'value',
  numberFormat: null,
  bounds: [],
}
/** What is shown where nothing is chosen. */
const USUAL: readonly PeriodColumn[] = [LATEST, { ...LATEST, kind: 'spark' }]

/** A table of metrics or groups with columns about their time: values of periods, changes, means, shares and lines. */
export function drawTimeTable(options: TimeTableOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const { rows } = periodsOf(options, firstFrame(frames), context.titles)
  const tokens = tokensOf(context.theme)
  const isGrouped = groupsOf(options).length > 0
  const chosen = options.columns.length === 0 ? USUAL : options.columns
  const columns = [
    nameColumn(rows, isGrouped),
    ...chosen.map((column, at) => periodColumn(column, at, { rows, isGrouped, tokens })),
  ]
  return {
    kind: 'table',
    summary: `Time table, ${rows.length} rows, ${columns.length - 1} columns: ${columns
      .slice(1)
      .map(({ label }) => label)
      .join(', ')}.`,
    table: { columns, rowCount: rows.length, totals: null, pageLength: null, serverPage: null, hasSearch: false },
  }
}

function nameColumn(rows: readonly PeriodRow[], isGrouped: boolean): TableColumn {
  return {
    name: 'name',
    label: writing().word(isGrouped ? 'Group' : 'Metric'),
    align: 'left',
    isDimension: false,
    text: (row) => rows[row]?.name ?? null,
    raw: (row) => rows[row]?.name,
  }
}

interface Scene {
  readonly rows: readonly PeriodRow[]
  readonly isGrouped: boolean
  readonly tokens: ChartTokens
}

function periodColumn(column: PeriodColumn, at: number, { rows, isGrouped, tokens }: Scene): TableColumn {
  const values = rows.map((row) => periodValue(column, row, rows, isGrouped))
  const write = writerOf(column)
  const paint = paintOf(column, values, tokens)
  const isSpark = column.kind === 'spark'
  return {
    name: `period ${at}`,
    label: column.label ?? usualLabel(column),
    align: isSpark ? 'left' : 'right',
    isDimension: false,
    ...(paint ? { paint } : {}),
    ...(isSpark ? { spark: (row) => lineOf(column, rows[row], tokens) } : {}),
    text: (row) => {
      const value = values[row] ?? null
      return value === null ? null : write(value)
    },
    raw: (row) => values[row],
  }
}

function lineOf(column: PeriodColumn, row: PeriodRow | undefined, tokens: ChartTokens) {
  return { values: row === undefined ? [] : sparkValues(column, row), color: tokens.cat[0] ?? tokens.accent }
}

/** Colours between two bounds, where both are given. */
function paintOf({ bounds }: PeriodColumn, values: readonly (number | null)[], tokens: ChartTokens) {
  const [least = null, most = null] = bounds
  if (least === null || most === null || least === most) return null
  return (row: number) => {
    const value = values[row] ?? null
    if (value === null) return null
    const background = colorAt(tokens.div, (value - least) / (most - least))
    return { background, text: readableOn(background, tokens.text) }
  }
}

function writerOf({ kind, comparison, ratio, numberFormat }: PeriodColumn): NumberFormatter {
  if (numberFormat !== null) return numberFormatter(numberFormat)
  if (kind === 'contrib') return numberFormatter(',.1%')
  if (kind === 'spark') return numberFormatter((ratio ?? 0) > 0 ? '+,.1%' : 'full')
  if (kind !== 'time') return numberFormatter('full')
  const usual = { value: 'full', diff: 'full', perc: ',.1%', perc_change: '+,.1%' } as const
  return numberFormatter(usual[comparison])
}

function usualLabel({ kind, comparison, lag }: PeriodColumn): string {
  const { word } = writing()
  if (kind === 'spark') return word('Course')
  if (kind === 'contrib') return word('Share')
  if (kind === 'avg') return word('Mean')
  if (comparison === 'value') return word(lag === null || lag === 0 ? 'Latest value' : 'Earlier value')
  return word(comparison === 'diff' ? 'Difference' : comparison === 'perc' ? 'Ratio' : 'Change')
}
