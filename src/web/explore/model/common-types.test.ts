import { expect, it } from 'vitest'
import { EXPLORED_CHARTS } from '../../../charts/explored.ts'
import { commonTypes } from './common-types.ts'

const shown = (chosen?: string) => commonTypes(EXPLORED_CHARTS, chosen).map(({ id }) => id)

it('shows six types, the chosen one among them', () => {
  expect(shown()).toHaveLength(6)
  expect(shown('table')).toEqual(shown())
  expect(shown('treemap_v2')).toEqual([...shown().slice(0, 5), 'treemap_v2'])
  expect(shown('deck_arc')).toEqual(shown())
})
