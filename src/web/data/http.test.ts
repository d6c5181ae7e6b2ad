import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from '../../kernel/parse-json.ts'
import { errorOf, SESSION_TIMED_OUT } from './http.ts'

describe('reading a failure', () => {
  it('takes the text of each of the three shapes', () => {
    expect(errorOf(404, { message: 'Not found' }).message).toBe('Not found')
    expect(errorOf(400, { error: 'no such tab' }).message).toBe('no such tab')
    const rich = errorOf(422, { errors: [{ message: 'boom', error_type: 'SYNTAX_ERROR', extra: { issue_codes: [] } }] })
    expect(rich.message).toBe('boom')
    expect(rich.errors[0]).toMatchObject({ error_type: 'SYNTAX_ERROR', level: 'error' })
  })

  it('keeps texts by field and shows the first', () => {
    const error = errorOf(422, { message: { slug: ['Must be unique'], css: ['Too long'] } })
    expect(error.fields).toEqual({ slug: ['Must be unique'], css: ['Too long'] })
    expect(error.message).toBe('Must be unique')
  })

  it('has a word for every status without one', () => {
    expect(errorOf(503, '<html>').message).toBe('Service unavailable')
    expect(errorOf(400, null).message).toBe('Bad request')
    expect(errorOf(599, null).message).toBe('Network error')
  })

  it('tells what says nothing from what cannot be read', () => {
    expect(errorOf(418, null).message).toBe('Unknown error')
    expect(errorOf(418, {}).message).toBe('Unknown error')
    expect(errorOf(500, 'Internal <b>').message).toBe('An error occurred')
  })

  it('leaves no error without words', () => {
    const texts = (status: number, body: unknown) => errorOf(status, body).errors.map(({ message }) => message)
    expect(texts(500, { errors: [{ error_type: 'FOO' }] })).toEqual(['Server error'])
    expect(texts(418, { errors: [{ message: '' }, { message: 'b' }] })).toEqual(['Unknown error', 'b'])
    expect(texts(500, { errors: [{ message: null }], message: 'said beside' })).toEqual(['said beside'])
  })

  it('calls a refusal without a text invalid input', () => {
    expect(errorOf(422, {}).message).toBe('Invalid input')
    expect(errorOf(400, { message: { sql: [] } }).message).toBe('Invalid input')
  })

  it('finds the text of a field at any depth', () => {
    const { message, fields } = errorOf(400, { message: { queries: { 0: { row_limit: ['Too large'] } } } })
    expect([message, fields]).toEqual(['Too large', { queries: ['Too large'] }])
  })

  it('tells a CSRF failure as a session that timed out', () => {
    expect(errorOf(400, { message: '400 Bad Request: The CSRF session token is missing.' }).message).toBe(
      SESSION_TIMED_OUT,
    )
    const rich = errorOf(400, { errors: [{ message: 'The CSRF tokens do not match.' }] })
    expect(rich.errors[0]?.message).toBe(SESSION_TIMED_OUT)
  })
})

describe('reading JSON', () => {
  it('keeps integers beyond 2^53 exact', () => {
    expect(parseJson('{"a":9007199254740993,"b":[-9223372036854775808],"c":9007199254740991}')).toEqual({
      a: '9007199254740993',
      b: ['-9223372036854775808'],
      c: 9_007_199_254_740_991,
    })
  })

  it('leaves texts, fractions and exponents alone', () => {
    const text =
      '{"a":"9007199254740993 \\" 9007199254740993","b":0.12345678901234567,"c":1e21,"d":1.2345678901234567890e3}'
    expect(parseJson(text)).toEqual(JSON.parse(text))
  })

  it('reads whatever JSON writes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const text = JSON.stringify({ value, long: 'x1234567890123456789' })
        const isUnsafe = /(^|[^\d."])-?\d{16,}(?![\d.eE])/.test(text)
        if (!isUnsafe) expect(parseJson(text)).toEqual(JSON.parse(text))
      }),
    )
  })
})
