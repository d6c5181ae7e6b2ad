import { expect, it } from 'vitest'
import { type Question, question } from './questions.ts'
import type { Chance } from './random.ts'
import type { FactsStage } from './stage.ts'
import { queryObject } from './ways.ts'

const CHARTS = 12

/** A case that asks so many dashboards of the stage, each chart among the others and alone. */
export function agreesAlone(stageOf: () => FactsStage, chance: Chance, count: number): void {
  const chart = (asked: Record<string, unknown>) => ({
    datasource: { id: stageOf().datasetId, type: 'table' },
    force: true,
    queries: [asked],
  })
  const together = async (dashboard: readonly Record<string, unknown>[]) => {
    const requests = dashboard.map((asked, i) => ({ id: String(i), rank: i, body: chart(asked) }))
    const { text } = await stageOf().client.send('POST', '/api/v1/chart/data/batch', { requests })
    const lines = text.trimEnd().split('\n')
    const byId = new Map(lines.map((line) => [/^\{"id":"(\d+)"/.exec(line)?.[1], line.replace(/^.*?"body":/, '')]))
    return dashboard.map((_, i) => withoutTime(byId.get(String(i))?.slice(0, -1) ?? ''))
  }

  it('gives the same answer for a chart among others as for the chart alone, equal values in any order', async () => {
    const wrong: unknown[] = []
    for (let number = 0; number < count; number += 1) {
      const dashboard = dashboardOf(chance)
      const got = await together(dashboard)
      for (const [i, asked] of dashboard.entries()) {
        const alone = withoutTime((await stageOf().client.send('POST', '/api/v1/chart/data', chart(asked))).text)
        if (!isSameAnswer(got[i] ?? '', alone, asked)) wrong.push({ number, i, asked, got: got[i], alone })
      }
    }
    expect(wrong.slice(0, 3)).toEqual([])
  }, 600_000)
}

/** Charts over one grouping with conditions of their own, over several under one condition, and any others. */
function dashboardOf(chance: Chance): Record<string, unknown>[] {
  const base = question(chance)
  const kind = chance.below(4)
  return Array.from({ length: CHARTS }, () => {
    const own = question(chance)
    const value = chance.pick(['north', 'south', 'Süd', "o'neill", 'x'])
    const byKind: Question[] = [
      { ...own, dimensions: base.dimensions },
      { ...own, filters: base.filters },
      { ...own, dimensions: base.dimensions, filters: [{ column: 'region', op: '==', value }] },
      own,
    ]
    const asked = byKind[kind] ?? own
    const metrics = asked.metrics ?? [{ column: 'price', aggregate: 'SUM', isSql: false } as const]
    const isOften = !chance.oneIn(4)
    return queryObject({
      ...asked,
      metrics,
      ...(isOften ? { seriesLimit: null, having: null, offset: 0, order: orderOf(asked, chance) } : {}),
    })
  })
}

const orderOf = ({ dimensions }: Question, chance: Chance): Question['order'] =>
  dimensions.length === 0 ? null : { by: chance.pick(['metric', 'dimensions']), isAscending: chance.oneIn(2) }

type Answer = { readonly result?: readonly { readonly data?: readonly Record<string, unknown>[] }[] }

/** Word for word the same, but for the order of rows that the question leaves open. */
function isSameAnswer(got: string, alone: string, asked: Record<string, unknown>): boolean {
  if (got === alone) return true
  const [a, b] = [got, alone].map((text) => (JSON.parse(text) as Answer).result?.[0])
  if (!a?.data || !b?.data) return false
  const text = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row))
  const [{ label }] = asked['metrics'] as [{ readonly label: string }]
  const keys = (rows: readonly Record<string, unknown>[]) => JSON.stringify(rows.map((row) => row[label]))
  return (
    JSON.stringify({ ...a, data: [] }) === JSON.stringify({ ...b, data: [] }) &&
    text(a.data).toSorted().join() === text(b.data).toSorted().join() &&
    keys(a.data) === keys(b.data)
  )
}

const withoutTime = (text: string) => text.replaceAll(/"queried_dttm":"[^"]*"/g, '"queried_dttm":""')
