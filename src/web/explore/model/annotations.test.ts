import { expect, it } from 'vitest'
import { annotationProblems, annotationsIn, NEW_ANNOTATION, takesTime, withTime, withType } from './annotations.ts'

it('reads saved layers, keeps what it does not know and leaves out what is none', () => {
  const saved = { name: 'a', annotationType: 'EVENT', sourceType: 'NATIVE', value: 3, own: 1 }
  expect(annotationsIn([saved, null, { name: 'b' }, 'x'])).toEqual([{ ...NEW_ANNOTATION, ...saved }])
  expect(annotationsIn('nothing')).toEqual([])
})

it('begins anew with the source of another kind', () => {
  const layer = withType({ ...NEW_ANNOTATION, value: 'x' }, 'TIME_SERIES')
  expect(layer).toMatchObject({ annotationType: 'TIME_SERIES', sourceType: 'line', value: null })
})

it('takes over the time range of the chart, and gives it back', () => {
  const taking = withTime({ ...NEW_ANNOTATION, overrides: { time_grain_sqla: 'P1D' } }, true)
  expect(taking.overrides).toEqual({ time_grain_sqla: 'P1D', time_range: null })
  expect([takesTime(taking), takesTime(withTime(taking, false))]).toEqual([true, false])
})

it('says what is missing', () => {
  const layer = { ...NEW_ANNOTATION, name: 'goal', value: '2 * x' }
  expect(annotationProblems(layer, [])).toEqual({})
  expect(annotationProblems({ ...layer, name: ' ' }, [])).toEqual({ name: 'cannot be empty' })
  expect(annotationProblems(layer, ['goal'])).toEqual({ name: 'This name is taken' })
  expect(annotationProblems({ ...layer, value: 'x +' }, [])).toEqual({ value: 'The formula cannot be read' })
  expect(annotationProblems({ ...layer, color: 'blue-ish' }, [])).toEqual({ color: 'Invalid color' })
  for (const color of ['#fff', 'rgb(1,2,3)', '', null]) expect(annotationProblems({ ...layer, color }, [])).toEqual({})
  const table = { ...layer, annotationType: 'EVENT', sourceType: 'table', value: 3 } as const
  expect(annotationProblems(table, [])).toEqual({ timeColumn: 'cannot be empty' })
})
