import { expect, it } from 'vitest'
import type { PivotDrawing } from '../../charts/chart.ts'
import { pivotWidths } from './chart-pivot-model.ts'

it('leaves figures, which are wider than letters, the room that they take', () => {
  const head = (label: string) => ({ labels: [label], kind: 'cells', selection: null }) as const
  const widthOf = (label: string) =>
    pivotWidths(
      { rowLabels: ['Day'], rows: [head(label)], columns: [], text: () => '' } as unknown as PivotDrawing,
      900,
    ).heads[0] ?? 0
  // 78 and 134 px in the table's font of 12 px, and 16 px around them.
  expect(widthOf('2024-11-25')).toBeGreaterThanOrEqual(94)
  expect(widthOf('2024-11-25 13:00:00')).toBeGreaterThanOrEqual(150)
  expect(widthOf('ten letter')).toBeLessThan(widthOf('2024-11-25'))
})
