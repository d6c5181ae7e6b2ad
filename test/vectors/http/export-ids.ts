export type Json = Record<string, unknown>
type Files = ReadonlyMap<string, Json>

/** What the ids in an archive stand for: uuids by `charts 4` and the like, read from names that end in an id. */
export function ids(files: Files): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [name, { uuid }] of files) {
    const match = /\/(charts|dashboards|datasets|queries)\/(?:.*\/)?[^/]*_(\d+)\.yaml$/.exec(name)
    if (match) found.set(`${match[1]} ${match[2]}`, String(uuid))
  }
  return found
}

/** The contents as text, ids replaced, by names below the one folder without time and ids. */
export function nameless(files: Files, known: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    [...files].map(([name, { timestamp: _, ...content }]) => [
      name.replace(/^[^/]+\//, '').replace(/_\d+\.yaml$/, `_${String(content.uuid)}.yaml`),
      JSON.stringify(replaced(content, known)),
    ]),
  )
}

const LISTS_OF_CHARTS = new Set(['excluded', 'timed_refresh_immune_slices', 'chartsInScope'])
const RECORDS_OF_CHARTS = new Set(['expanded_slices', 'chart_configuration'])

function replaced(value: unknown, known: ReadonlyMap<string, string>, key = ''): unknown {
  const chart = (id: unknown) => known.get(`charts ${String(id)}`) ?? id
  if (Array.isArray(value)) return value.map((item) => (LISTS_OF_CHARTS.has(key) ? chart(item) : replaced(item, known)))
  if (typeof value === 'object' && value !== null) {
    const name = (one: string) => (RECORDS_OF_CHARTS.has(key) ? String(chart(one)) : one)
    return Object.fromEntries(Object.entries(value).map(([one, item]) => [name(one), replaced(item, known, one)]))
  }
  if (key === 'chartId') return chart(value)
  const dataset = typeof value === 'string' ? /^(\d+)__table$/.exec(value)?.[1] : undefined
  return dataset === undefined ? value : `${known.get(`datasets ${dataset}`) ?? dataset}__table`
}
