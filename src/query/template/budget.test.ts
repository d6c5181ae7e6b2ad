import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { duckdbDialect } from '../../engines/duckdb/dialect.ts'
import type { TemplateContext } from './context.ts'
import { renderTemplate } from './render-template.ts'
import { TemplateError } from './value.ts'

const LIMITS = { steps: 20_000, size: 20_000, range: 500 } as const
const context: TemplateContext = {
  dialect: duckdbDialect,
  now: Date.UTC(2024, 4, 15),
  user: null,
  filters: [],
  timeRange: null,
  columnType: () => null,
  urlParams: {},
  variables: { n: 300, s: 'x'.repeat(100), l: Array.from({ length: 50 }, (_, i) => i) },
  find: () => undefined,
  limits: LIMITS,
}

/** What makes much of little, nested a few levels. */
const { block } = fc.letrec<{ value: string; block: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('s', 'l', 'n', "'ab'", '7', 'ns.v', 'range(n)', "'%1000d'"),
    fc
      .tuple(tie('value'), fc.constantFrom('*', '**', '+', '~', '%', '//'), tie('value'))
      .map(([a, op, b]) => `(${a} ${op} ${b})`),
    fc
      .tuple(
        tie('value'),
        fc.constantFrom(
          'join',
          'list',
          'string',
          'upper',
          'tojson',
          'reverse',
          'sort',
          'length',
          'where_in',
          'batch(3)',
          'indent(400)',
          'center(9000)',
          "replace('', 'yyyyyyyy')",
          'format(1)',
          "join('zzzzzzzzzzzz')",
        ),
      )
      .map(([a, by]) => `(${a}|${by})`),
    fc.tuple(tie('value'), tie('value')).map(([a, b]) => `[${a}, ${b}, ${a}]`),
    tie('value').map((a) => `${a}.upper().replace('X', s)`),
  ),
  block: fc.oneof(
    { maxDepth: 4 },
    tie('value').map((a) => `{{ ${a} }}`),
    fc.tuple(tie('value'), tie('block')).map(([a, body]) => `{% for i in ${a} %}${body}{% endfor %}`),
    fc.tuple(tie('value'), tie('block')).map(([a, body]) => `{% set ns.v = ns.v ~ ${a} %}${body}`),
    fc.tuple(tie('block'), tie('block')).map(([a, b]) => a + b),
    fc
      .tuple(tie('value'), tie('block'))
      .map(([a, body]) => `{% macro m(a) %}${body}{% endmacro %}{{ m(${a}) }}{{ m(1) }}`),
  ),
}))

describe('the budget of templates', () => {
  it('bounds the time and the text of every template', () => {
    fc.assert(
      fc.property(block, (body) => {
        const started = performance.now()
        try {
          const { text } = renderTemplate(`{% set ns = namespace(v='') %}${body}`, context)
          expect(text.length).toBeLessThanOrEqual(LIMITS.size)
        } catch (error) {
          expect(error, body).toBeInstanceOf(TemplateError)
        }
        expect(performance.now() - started, body).toBeLessThan(1500)
      }),
      { seed: 20_240_515, numRuns: 1500 },
    )
  })
})
