import { askBatch } from '../lib/ask-batch.mjs'
import { CHARTS } from '../lib/charts.mjs'
import { rawDuckdb } from '../lib/children.mjs'
import { sameRows } from '../lib/same-rows.mjs'
import { median, spread } from '../lib/stats.mjs'

/** Marks of the chart that is clicked. */
const VALUES = Array.from({ length: 8 }, (_, i) => `category ${i}`)
const READY_BAR = 0.01
/** Everything is asked ahead for every mark, against asking directly after one click. */
const AHEAD_BAR = 8

/** A click on a dashboard of twelve charts over ten million rows that were asked ahead, against their SQL in DuckDB alone. */
export const crossFilter = {
  name: 'cross-filter',
  rows: 10_000_000,
  async run({ stage: { admin, source, datasetId } }) {
    const duckdb = rawDuckdb()
    try {
      await duckdb.ask({ open: source.file, options: { access_mode: 'READ_ONLY', threads: '2' } })
      const questions = VALUES.map((value) => twelve(datasetId, value))
      const start = performance.now()
      const prepared = await askBatch(admin, numbered(questions.flat()), { ahead: true })
      const aheadMs = performance.now() - start
      const clicks = []
      for (const [i, asked] of questions.entries()) {
        const answers = await askBatch(admin, numbered(asked))
        const clickMs = answers.at(-1).at
        const direct = []
        for (const { id, body } of answers) {
          const [{ query, data, is_cached }] = body.result
          if (!is_cached) throw new Error(`not answered from memory: ${query}`)
          const raw = await duckdb.ask({ sql: query, rows: true })
          sameRows(data, raw.rows, query)
          const early = prepared.find((line) => line.id === String(i * asked.length + Number(id)))
          sameRows(early.body.result[0].data, raw.rows, query)
          direct.push((await duckdb.ask({ sql: query })).ms)
        }
        clicks.push({ clickMs, directMs: direct.reduce((sum, ms) => sum + ms, 0) })
      }
      const ratios = clicks.map(({ clickMs, directMs }) => clickMs / directMs)
      const directMs = median(clicks.map((click) => click.directMs))
      const note = `${spread(clicks.map(({ clickMs }) => clickMs))} ms against ${directMs.toFixed(0)} ms`
      return [
        { name: 'click on 12 charts asked ahead / direct', value: median(ratios), bar: READY_BAR, note },
        {
          name: 'asking ahead for 8 marks / one click asked directly',
          value: aheadMs / directMs,
          bar: AHEAD_BAR,
          note: `${(aheadMs / 1000).toFixed(1)} s in all`,
        },
      ]
    } finally {
      await duckdb.stop()
    }
  },
}

const numbered = (bodies) => bodies.map((body, i) => ({ id: String(i), rank: i % 12, body }))

/** What twelve charts ask after a click on one category. */
function twelve(datasetId, category) {
  const { bar, pie, line, 'big number': figure } = CHARTS
  const [total] = bar.metrics
  const price = { ...total, column: { column_name: 'price' }, label: 'price' }
  const ranked = (column, metric) => ({
    columns: [column],
    metrics: [metric],
    orderby: [[metric, false]],
    row_limit: 1_000,
  })
  const shapes = [
    figure,
    { ...pie, orderby: [['count', false]] },
    line,
    ...['region', 'channel', 'quantity', 'is_paid'].flatMap((column) => [ranked(column, total), ranked(column, price)]),
    ranked('quantity', 'count'),
  ]
  const filters = [{ col: 'category', op: 'IN', val: [category] }]
  return shapes.map((shape) => ({
    datasource: { id: datasetId, type: 'table' },
    queries: [{ ...shape, filters }],
  }))
}
