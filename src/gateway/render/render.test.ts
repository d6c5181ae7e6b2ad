import { expect, it } from 'vitest'
import { tokensOf } from '../../charts/parts/tokens.ts'
import { echartsSvg } from './echarts-svg.server.ts'
import { type Grid, gridSvg } from './grid-svg.ts'
import { markupSvg } from './markup-svg.ts'
import type { PictureJob } from './picture-job.ts'
import type { Pen } from './svg.ts'
import { textSvg } from './text-svg.ts'
import { tileDrawer } from './tile-svg.server.ts'

const pen: Pen = {
  tokens: tokensOf('light'),
  words: (text, values = {}) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name])),
  measure: (text, size) => text.length * size * 0.6,
}
const textsOf = (svg: string) => [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)

it('cuts no figure of a table: a column that has no room is told of', () => {
  const grid: Grid = {
    columns: [{ align: 'left' }, ...Array.from({ length: 8 }, () => ({ align: 'right' }) as const)],
    heads: [
      ['', ...Array.from({ length: 8 }, (_, at) => (at < 4 ? 'Revenue of the year' : 'Orders'))],
      ['A rather long name of a category', ...Array.from({ length: 8 }, (_, at) => `Column ${at}`)],
    ],
    rowCount: 2,
    allRows: 2,
    cell: (_, at) => ({ text: at === 0 ? 'Something with a long name' : '1,234,567' }),
    totals: null,
  }
  const texts = textsOf(gridSvg(pen, grid, { width: 360, height: 300 }))
  expect(texts.filter((text) => /^\d/.test(text ?? ''))).toEqual(Array.from({ length: 6 }, () => '1,234,567'))
  expect(texts).toContain('Revenue of the year')
  expect(texts).toContain('and 5 more columns')
})

it('writes a legend out that a browser would page', () => {
  const names = Array.from({ length: 9 }, (_, at) => `A long name of a series ${at}`)
  const option = {
    legend: { type: 'scroll', data: names, top: 0, left: 0, right: 0 },
    grid: { top: 40, left: 40, right: 10, bottom: 30 },
    xAxis: { type: 'value' },
    yAxis: { type: 'value' },
    series: names.map((name) => ({ name, type: 'scatter', data: [[1, 1]] })),
  }
  const svg = echartsSvg({ kind: 'echarts', option } as unknown as Parameters<typeof echartsSvg>[0], 'light', {
    width: 600,
    height: 400,
  })
  expect(textsOf(svg).filter((text) => text?.startsWith('A long name'))).toEqual(names)
})

it('writes the words of a text, not its scripts, fences and rules', () => {
  const code = '<b>Bold</b> <script>alert(1)</script>\n\n```sql\nselect 1\n```\n| a | b |\n|---|:-:|\n| 1 | 2 |'
  const texts = textsOf(textSvg(pen, code, { width: 400, height: 300 }))
  expect(texts).toEqual(['Bold', 'select 1', 'a b', '1 2'])
})

it('writes what a template made of rows as it stands, and ends where there is no room', () => {
  const html =
    '<style>p { color: red }</style><h2>Head</h2><table><tr><td>**a**</td><td>&lt;b&gt; # 1</td></tr><tr><td>_c_</td></tr></table><ul><li>one</ul>'
  const size = { width: 400, height: 300 }
  expect(textsOf(markupSvg(pen, html, size))).toEqual(['Head', '**a** · &lt;b&gt; # 1', '_c_', '• one'])
  const long = '<p>*a</p>'.repeat(40_000) + '*a'.repeat(100_000)
  expect(textsOf(markupSvg(pen, long, { width: 400, height: 80 })).at(-1)).toMatch(/^and 3999\d more lines$/)
  expect(textsOf(markupSvg(pen, '<style'.repeat(50_000), size)).length).toBeLessThan(20)
})

it('tells of the bars that a browser would scroll to', () => {
  const data = Array.from({ length: 50 }, (_, at) => ({ city: `City ${at}`, n: 50 - at }))
  const reply = new TextEncoder().encode(
    JSON.stringify({ result: [{ data, colnames: ['city', 'n'], coltypes: [1, 0] }] }),
  )
  const form = { x_axis: 'city', metrics: ['n'], orientation: 'horizontal' }
  const content = { state: 'answered', vizType: 'echarts_timeseries_bar', form, titles: {}, reply } as const
  const tile = { id: 7, name: 'Cities', content }
  const job = { theme: 'light', locale: 'en', tiles: [tile], scheme: null, fixed: {} } as unknown as PictureJob
  const item = { type: 'CHART', meta: { chartId: 7 } } as Parameters<ReturnType<typeof tileDrawer>>[0]
  const texts = textsOf(tileDrawer(pen, job)(item, { width: 400, height: 300 }))
  const shown = texts.filter((text) => text?.startsWith('City ')).length
  expect(shown).toBeGreaterThan(5)
  expect(texts.at(-1)).toBe(`and ${50 - shown} more rows`)
})
