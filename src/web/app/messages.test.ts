import { describe, expect, it } from 'vitest'
import { ISSUE_CODES } from '../../wire/problem.ts'
import { HttpError } from '../data/http.ts'
import { problemMessage } from './messages.ts'

const t = (text: string, values: { error?: string } = {}) => text.replace('{{error}}', String(values.error))
const failure = (error_type: string) =>
  new HttpError(500, 'boom', { errors: [{ error_type, message: 'boom', level: 'error', extra: null }] })

describe('words for failures', () => {
  it.each([
    ['CONNECTION_PORT_CLOSED_ERROR', 'connection'],
    ['CONNECTION_DATABASE_TIMEOUT', 'timeout'],
    ['SQLLAB_TIMEOUT_ERROR', 'timeout'],
    ['DASHBOARD_SECURITY_ACCESS_ERROR', 'permission'],
    ['COLUMN_DOES_NOT_EXIST_ERROR', 'sql'],
    ['GENERIC_DB_ENGINE_ERROR', 'sql'],
    ['MISSING_TEMPLATE_PARAMS_ERROR', 'template'],
    ['INVALID_PAYLOAD_SCHEMA_ERROR', 'payload'],
  ])('%s is of the family %s', (type, kind) => expect(problemMessage(failure(type), t).kind).toBe(kind))

  it('says something about every error type there is', () => {
    for (const type of Object.keys(ISSUE_CODES)) {
      const message = problemMessage(failure(type), t)
      expect(message.title).not.toBe('')
      expect(message.reason).toBe('boom')
    }
  })

  it('goes by the status where the server named no type', () => {
    expect(problemMessage(new HttpError(403, 'Forbidden'), t).kind).toBe('permission')
    expect(problemMessage(new Error('x'), t)).toMatchObject({ kind: 'other', reason: 'Unexpected error: x' })
  })
})
