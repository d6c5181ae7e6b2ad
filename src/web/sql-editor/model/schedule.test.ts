import { describe, expect, it } from 'vitest'
import type { NaiveMs } from '../../../query/time-range/naive.ts'
import { firstValues, scheduleForm, scheduleInfo, scheduleProblems } from './schedule.ts'

const NOW = Date.parse('2026-02-03T10:20:00Z') as NaiveMs
const form = scheduleForm({
  JSONSCHEMA: {
    title: 'Schedule',
    properties: {
      table: { type: 'string', title: 'Output table' },
      start: { type: 'string', format: 'date-time', default: 'tomorrow at 9am' },
      end: { type: 'string', format: 'date-time', default: 'in 2 weeks' },
      every: { type: 'string', enum: ['day', 'week'] },
      retries: { type: 'integer', default: 2 },
      after: { type: 'array', items: { type: 'string' } },
    },
    required: ['table'],
  },
  VALIDATION: [{ name: 'less', arguments: ['start', 'end'], message: 'It ends before it starts', container: 'end' }],
})

describe('the form of a schedule', () => {
  it('begins with what the configuration says', () => {
    expect(form.fields.map(({ kind }) => kind)).toEqual(['text', 'time', 'time', 'choice', 'number', 'list'])
    expect(firstValues(form, NOW)).toEqual({
      table: '',
      start: '2026-02-04T09:00',
      end: '2026-02-17T10:20',
      every: '',
      retries: 2,
      after: '',
    })
  })

  it.each([
    ['today at 17:30', '2026-02-03T17:30'],
    ['tomorrow at 12 am', '2026-02-04T00:00'],
    ['some day', ''],
  ])('reads %s', (words, expected) => {
    const one = scheduleForm({ JSONSCHEMA: { properties: { a: { type: 'string', format: 'date', default: words } } } })
    expect(firstValues(one, NOW)).toEqual({ a: expected })
  })

  it('says what is missing and what contradicts', () => {
    const values = { table: '', start: '2026-02-04T09:00', end: '2026-02-04T08:00' }
    expect(scheduleProblems(form, values, 'Missing')).toEqual({ table: 'Missing', end: 'It ends before it starts' })
    expect(scheduleProblems(form, { table: 't', start: '2026-02-04T09:00', end: '' }, 'Missing')).toEqual({})
  })

  it('stores what was answered', () => {
    const values = { table: 't', start: '2026-02-04T09:00', end: '', every: 'day', retries: 0, after: 'a\n b \n' }
    const start = new Date('2026-02-04T09:00').toISOString()
    expect(scheduleInfo(form, values)).toEqual({ table: 't', start, every: 'day', retries: 0, after: ['a', 'b'] })
  })
})
