import { expect, it } from 'vitest'
import { EXPLORED_CHARTS } from '../../charts/explored.ts'
import german from './locale-de.json' with { type: 'json' }

/** Formats shown by example, and names that stay as they are. */
const SAME = /^[\d$+.,:/%k -]+$|^(D3|ECharts|Google|Okabe|Sightline)/

it('has a German text for every setting of every chart', () => {
  const texts = EXPLORED_CHARTS.flatMap((chart) => [
    chart.label,
    chart.description,
    ...chart.controls.flatMap((control) => [control.label, ...(control.choices ?? []).map((choice) => choice.label)]),
  ])
  expect([...new Set(texts)].filter((text) => !SAME.test(text) && !Object.hasOwn(german, text))).toEqual([])
})

it('keeps the places of values in every translation', () => {
  const places = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].toSorted()
  const broken = Object.entries(german).filter(
    ([text, translation]) => places(text).join() !== places(translation).join(),
  )
  expect(broken).toEqual([])
})
