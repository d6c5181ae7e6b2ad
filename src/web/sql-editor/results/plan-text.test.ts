import { describe, expect, it } from 'vitest'
import type { ColumnKind } from '../../ui/grid/cell.ts'
import { planText } from './plan-text.ts'

const columns = (...kinds: ColumnKind[]) => kinds.map((kind, at) => ({ name: `c${at}`, type: null, kind }))

describe('the plan of a statement', () => {
  it('is a text of lines, beside their key or alone', () => {
    expect(planText('explain select 1', columns('text', 'text'), [['physical_plan', '┌─┐\n└─┘']])).toBe('┌─┐\n└─┘')
    expect(planText('-- why\nEXPLAIN ANALYZE select 1', columns('text'), [['Result'], ['  Time']])).toBe(
      'Result\n  Time',
    )
  })

  it('is none of what is a table, of another statement or not here yet', () => {
    expect(planText('explain select 1', columns('number', 'text'), [[1, 'x']])).toBeNull()
    expect(planText('explain select 1', columns('text', 'text', 'text'), [['a', 'b', 'c']])).toBeNull()
    expect(planText('select 1 as explain', columns('text'), [['a']])).toBeNull()
    expect(planText('explain select 1', columns('text'), null)).toBeNull()
  })
})
