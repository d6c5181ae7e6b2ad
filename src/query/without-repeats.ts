import type { QueryObject } from './query-object.ts'

/** A question in which a column or metric that is chosen twice in the same words stands once (specification: charts, section 5). */
export const withoutRepeats = (query: QueryObject): QueryObject => ({
  ...query,
  columns: distinct(query.columns),
  metrics: query.metrics && distinct(query.metrics),
})

/** The items of a list in their order, without those that say the same as an earlier one. */
function distinct<Item>(items: readonly Item[]): readonly Item[] {
  const texts = items.map((item) => JSON.stringify(item))
  return items.filter((_, i) => texts.indexOf(texts[i] ?? '') === i)
}
