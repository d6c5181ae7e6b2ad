import { expect, it } from 'vitest'
import { contrast } from '../parts/contrast.ts'
import { tokensOf } from '../parts/tokens.ts'
import { asFormatRule, cellPaint } from './conditional-format.ts'

const tokens = tokensOf('light')
const CELLS = [0, 5, '10', null, 20]

function painted(saved: object, cells: readonly unknown[] = CELLS) {
  const rule = asFormatRule({ column: 'n', colorScheme: '#000000', ...saved })
  const paint = rule && cellPaint([rule], 'n', cells, tokens)
  return cells.map((_, row) => paint?.(row)?.background ?? null)
}

it.each([
  [{ operator: 'None' }, ['#f2f2f2', '#b5b5b5', '#787878', null, '#000000']],
  [{ operator: '>', targetValue: 5 }, [null, null, '#a1a1a1', null, '#000000']],
  [{ operator: '<', targetValue: 10 }, ['#000000', '#787878', null, null, null]],
  [{ operator: '≥', targetValue: '20' }, [null, null, null, null, '#000000']],
  [{ operator: '≤', targetValue: 0 }, ['#000000', null, null, null, null]],
  [{ operator: '=', targetValue: 5 }, [null, '#000000', null, null, null]],
  [{ operator: '≠', targetValue: 20 }, ['#000000', '#3d3d3d', '#787878', null, null]],
  [{ operator: '< x <', targetValueLeft: 0, targetValueRight: 10 }, [null, '#787878', null, null, null]],
  [{ operator: '≤ x ≤', targetValueLeft: 0, targetValueRight: 10 }, ['#f2f2f2', '#787878', '#000000', null, null]],
  [{ operator: '≤ x <', targetValueLeft: 5, targetValueRight: 10 }, [null, '#f2f2f2', null, null, null]],
  [{ operator: '< x ≤', targetValueLeft: 5, targetValueRight: 10 }, [null, null, '#000000', null, null]],
  [{ operator: 'begins with', targetValue: 5 }, [null, null, null, null, null]],
])('the rule %j paints %j', (saved, backgrounds) => {
  expect(painted(saved)).toEqual(backgrounds)
})

it('paints a column whose values are all the same in full', () => {
  expect(painted({ operator: 'None' }, [3, 3])).toEqual(['#000000', '#000000'])
})

it.each([[{ colorScheme: '#000000' }], [{ column: 'n' }], ['text'], [null]])('%j is no rule', (saved) => {
  expect(asFormatRule(saved)).toBeUndefined()
})

it.each(['light', 'dark'] as const)('keeps text readable on every strength of a colour, %s', (theme) => {
  for (const color of ['Green', 'Red', '#0a6878', '#ffcc00']) {
    const cells = Array.from({ length: 20 }, (_, i) => i)
    const rule = asFormatRule({ column: 'n', operator: 'None', colorScheme: color })
    const paint = rule && cellPaint([rule], 'n', cells, tokensOf(theme))
    const worst = Math.min(
      ...cells.map((row) => {
        const cell = paint?.(row)
        return cell ? contrast(cell.text, cell.background) : 0
      }),
    )
    expect(worst).toBeGreaterThanOrEqual(4.5)
  }
})

it('lets a later rule cover an earlier one', () => {
  const rules = [
    { column: 'n', colorScheme: '#ff0000', operator: '=', targetValue: 5 },
    { column: 'n', colorScheme: '#00ff00', operator: '>', targetValue: 4 },
  ].flatMap((saved) => asFormatRule(saved) ?? [])
  expect(cellPaint(rules, 'n', [5], tokens)?.(0)?.background).toBe('#00ff00')
  expect(cellPaint(rules, 'other', [5], tokens)).toBeNull()
})
