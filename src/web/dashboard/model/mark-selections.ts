import type { Drawing, Selection } from '../../../charts/chart.ts'

type Item = { readonly name?: unknown; readonly children?: readonly unknown[] } | null
interface Option {
  readonly series?: readonly { readonly name?: string; readonly data?: readonly unknown[] }[]
  readonly xAxis?: unknown
  readonly yAxis?: unknown
}

/** What clicks on the marks of a drawing would choose, in the order of the marks, each once, at most so many. */
export function markSelections(drawing: Drawing, most: number): readonly Selection[] {
  const found = new Map<string, Selection>()
  for (const selection of selectionsOf(drawing)) {
    if (found.size >= most) break
    if (selection !== null) found.set(JSON.stringify(selection.filters), selection)
  }
  return [...found.values()]
}

function* selectionsOf(drawing: Drawing): Generator<Selection | null> {
  if (drawing.kind === 'echarts') yield* ofPicture(drawing)
  if (drawing.kind === 'pivot')
    for (const { selection } of [...drawing.pivot.rows, ...drawing.pivot.columns]) yield selection
  if (drawing.kind !== 'table') return
  const { columns, rowCount, pageLength } = drawing.table
  for (let row = 0; row < Math.min(rowCount, pageLength ?? rowCount); row += 1)
    for (const { name, raw } of columns.filter(({ isDimension }) => isDimension))
      yield { filters: [{ column: name, values: [raw(row) ?? null] }], label: '' }
}

function* ofPicture({ option, select }: Extract<Drawing, { kind: 'echarts' }>): Generator<Selection | null> {
  const { series = [], xAxis, yAxis } = option as Option
  const categories = [xAxis, yAxis].flat().flatMap((axis) => categoriesOf(axis) ?? [])
  for (const { name: seriesName, data = [] } of series)
    for (const [dataIndex, item] of data.entries())
      for (const own of namesOf(item)) {
        const name = own ?? String(categories[dataIndex] ?? '')
        yield select({ name, dataIndex, ...(seriesName === undefined ? {} : { seriesName }) })
      }
}

/** The names of a mark and of those inside of it; null where its place on the axis names it. */
function namesOf(item: unknown): readonly (string | null)[] {
  const { name, children = [] } = typeof item === 'object' ? ((item as Item) ?? {}) : {}
  return [typeof name === 'string' ? name : null, ...children.flatMap(namesOf)]
}

function categoriesOf(axis: unknown): readonly unknown[] | null {
  const { type, data } = (axis ?? {}) as { readonly type?: unknown; readonly data?: unknown }
  return type === 'category' && Array.isArray(data) ? data : null
}
