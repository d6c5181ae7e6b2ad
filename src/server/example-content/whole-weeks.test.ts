import { describe, expect, test } from 'vitest'
import { truncate } from '../../query/time-range/calendar.ts'
import { resolveTimeRange } from '../../query/time-range/resolve.ts'
import { flights } from './flights.ts'
import type { ExampleChart, ExampleContent } from './parts.ts'
import { shop } from './shop.ts'

const DAY_MS = 86_400_000
const MONDAY = '2026-03-02T09:00:00Z'
const TUESDAY = '2026-03-03T09:00:00Z'
const SUNDAY = '2026-03-01T21:00:00Z'
const FIRST_OF_A_MONTH = '2026-04-01T00:00:10Z'

const rangeOf = ({ form }: ExampleChart): string => {
  const filters = form['adhoc_filters'] as readonly { operator: string; comparator: string }[]
  return filters.find((filter) => filter.operator === 'TEMPORAL_RANGE')?.comparator ?? 'No filter'
}
const byWeek = ({ charts }: ExampleContent) => charts.filter((chart) => chart.form['time_grain_sqla'] === 'P1W')
const RANGES = [
  ...[shop, flights].flatMap(byWeek).map((chart) => [chart.name, rangeOf(chart)] as const),
  ['the time filter of the shop', String(shop.dashboards[0]?.filters.find((one) => one.name === 'Time')?.value)],
] as const

describe.each([MONDAY, TUESDAY, SUNDAY, FIRST_OF_A_MONTH])('example charts by week at %s', (time) => {
  test.each(RANGES)('%s asks for whole weeks', (_name, range) => {
    const { since, until } = resolveTimeRange(range, { now: Date.parse(time) })
    expect(since).not.toBeNull()
    expect(since).toBe(truncate(Number(since), 'week'))
    expect(until).toBe(truncate(Number(until), 'week'))
    expect(until).toBeLessThanOrEqual(Date.parse(time))
  })

  test('a quarter of a year of orders is shown, up to the latest Monday', () => {
    const { since, until } = resolveTimeRange(rangeOf(shop.charts[0] as ExampleChart), { now: Date.parse(time) })
    expect(Number(until) - Number(since)).toBe(13 * 7 * DAY_MS)
    expect(Date.parse(time) - Number(until)).toBeLessThan(7 * DAY_MS)
  })
})
