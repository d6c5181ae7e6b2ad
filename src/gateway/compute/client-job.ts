import { GENERIC, type GenericType } from '../../query/generic-type.ts'
import type { FrameColumn } from '../../query/post-process/frame.ts'
import { type GridKey, type GridWish, type KeyPart, keyText, pivotGrid } from '../../query/post-process/pivot-grid.ts'
import { plainNumberFormat } from '../chart/plain-number-format.ts'
import { type FrameAnswer, type FrameSource, readFrame, writtenCells } from './frame-job.ts'

/** Rows of a table or pivot table that shall look as their chart shows them. Holds nothing but data. */
export interface CellsJob {
  readonly rows: FrameSource
  /** The names to show, one for each column. */
  readonly names: readonly string[]
  /** Null leaves the rows as they are. */
  readonly pivot: GridWish | null
  /** Number formats by shown name. */
  readonly formats: Readonly<Record<string, string>>
  /** Shown names of columns that hold days without a time. */
  readonly days: readonly string[]
  /** `byName`: an object of cells by the names of columns and rows; `columns`: a list of cells for each column, with the names of rows first. */
  readonly shape: 'byName' | 'columns'
}

export interface CellsAnswer extends FrameAnswer {
  /** What columns of a pivot table are called, level by level. */
  readonly columnKeys: readonly GridKey[] | null
}

interface Shown {
  readonly names: readonly string[]
  readonly generics: readonly GenericType[]
  readonly floats: readonly number[]
  readonly cells: readonly (readonly unknown[])[]
  readonly columnKeys: readonly GridKey[] | null
  readonly rowKeys: readonly GridKey[] | null
}

const encoder = new TextEncoder()

/** Makes of the rows what a chart shows. Throws 400 for a pivot table that cannot be made. */
export function makeCells(job: CellsJob): CellsAnswer {
  const { columns } = readFrame({ ...job.rows, names: job.names })
  const shown = job.pivot ? pivoted(columns, job, job.pivot) : formatted(columns, job)
  const rowNames = shown.rowKeys?.map(keyText) ?? null
  const rowCount = shown.cells[0]?.length ?? 0
  const body = job.shape === 'columns' ? [...(rowNames ? [rowNames] : []), ...shown.cells] : byName(shown, rowNames)
  const isNamed = rowNames !== null && job.shape === 'columns'
  return {
    names: isNamed ? ['', ...shown.names] : shown.names,
    generics: isNamed ? [GENERIC.text, ...shown.generics] : shown.generics,
    floats: isNamed ? shown.floats.map((at) => at + 1) : shown.floats,
    numbers: [],
    rowCount,
    sqlRowCount: job.rows.sqlRowCount,
    indexNames: shown.rowKeys,
    columnKeys: shown.columnKeys,
    body: encoder.encode(JSON.stringify(body)),
  }
}

const byName = ({ names, cells }: Shown, rowNames: readonly string[] | null) =>
  Object.fromEntries(
    cells.map((column, i) => [
      names[i] ?? '',
      rowNames ? Object.fromEntries(column.map((cell, row) => [rowNames[row] ?? '', cell])) : { ...column },
    ]),
  )

function formatted(columns: readonly FrameColumn[], { rows, names, formats }: CellsJob): Shown {
  const texts = columns.map((column, i) => formattedCells(column, formats[names[i] ?? '']))
  return {
    names,
    generics: rows.generics.map((generic, i) => (texts[i] ? GENERIC.text : generic)),
    floats: [],
    cells: columns.map((column, i) => texts[i] ?? writtenCells(column)),
    columnKeys: null,
    rowKeys: null,
  }
}

/** Null where the column has no number or no format that holds for all of them. */
function formattedCells({ values }: FrameColumn, format: string | undefined): (string | null)[] | null {
  const write = format === undefined ? null : plainNumberFormat(format)
  if (!write || !values.some((value) => typeof value === 'number')) return null
  const texts = values.map((value) => (typeof value === 'number' ? write(value) : null))
  return texts.some((text, i) => text === null && values[i] !== null) ? null : texts
}

function pivoted(columns: readonly FrameColumn[], { names, days }: CellsJob, pivot: GridWish): Shown {
  const places = new Map(names.map((name, i) => [name, i]))
  const known = new Map<string, { readonly cells: readonly KeyPart[]; readonly isText: boolean }>()
  const values = (name: string) => {
    const have = known.get(name)
    if (have) return have
    const column = columns[places.get(name) ?? -1]
    const isTime = column?.type === 'timestamp'
    const cells = (column?.values ?? []).map((cell) => (isTime ? timeText(cell, days.includes(name)) : cell) as KeyPart)
    const made = { cells, isText: column?.type === 'string' }
    known.set(name, made)
    return made
  }
  const grid = pivotGrid({ count: columns[0]?.values.length ?? 0, values }, pivot)
  const hasTexts = grid.cells.map((cells) => cells.some((cell) => typeof cell === 'string'))
  return {
    names: grid.columnKeys.map(keyText),
    generics: hasTexts.map((isText) => (isText ? GENERIC.text : GENERIC.number)),
    floats: grid.areWhole.flatMap((isWhole, i) => (isWhole || hasTexts[i] ? [] : [i])),
    cells: grid.cells,
    columnKeys: grid.columnKeys,
    rowKeys: grid.rowKeys,
  }
}

const timeText = (cell: unknown, isDay: boolean): unknown => {
  if (typeof cell !== 'number') return cell
  const iso = new Date(cell).toISOString()
  return isDay ? iso.slice(0, iso.indexOf('T')) : iso.replace('T', ' ').replace(/(\.000)?Z$/, '')
}
