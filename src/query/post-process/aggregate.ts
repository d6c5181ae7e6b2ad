import { aggregateCells, aggregateType, readAggregates } from './aggregator.ts'
import { columnNamed, type DataFrame, PostProcessingError, rangeIndex, requireColumns, rowCount } from './frame.ts'
import { groupRows } from './group.ts'
import { texts } from './options.ts'

/** Groups rows and shows one aggregate value per group; without a key, one row over everything. */
export function aggregate(frame: DataFrame, options: Readonly<Record<string, unknown>>): DataFrame {
  const groupby = texts(options.groupby)
  requireColumns(frame, groupby)
  const aggregates = readAggregates(frame, options.aggregates)
  if (aggregates.length === 0) throw new PostProcessingError('Aggregate operation must include at least one aggregate')
  const keys = groupby.map((name) => columnNamed(frame, name))
  const groups = groupRows(keys, rowCount(frame))
  const results = aggregates.map((item) => {
    const source = columnNamed(frame, item.column)
    const values = groups.map(({ rows }) =>
      aggregateCells(
        rows.map((row) => source.values[row] ?? null),
        source.type,
        item,
      ),
    )
    return { key: [item.name], type: aggregateType(values, source.type, item.operator), values }
  })
  return {
    columns: [...keys.map((column, i) => ({ ...column, values: groups.map(({ key }) => key[i] ?? null) })), ...results],
    levels: [null],
    index: rangeIndex(groups.length),
  }
}
