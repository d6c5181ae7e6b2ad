import { expect, it } from 'vitest'
import { HttpError } from '../data/http.ts'
import { dashboardSaveFailure, saveFailure } from './save-failure.ts'

const failed = (body: unknown, message = 'x') => new HttpError(500, message, { body })

it('knows a body that gives no reason from one that does', () => {
  for (const body of [{}, { message: '' }, { message: null }, { other: 1 }]) {
    expect(dashboardSaveFailure(failed(body))).toBe('Sorry, an unknown error occurred')
    expect(saveFailure(failed(body))).toBe('Sorry, an unknown error occurred.')
  }
  expect(saveFailure(failed({ message: 'full' }, 'full'))).toBe('Sorry, there was an error saving this dashboard: full')
})
