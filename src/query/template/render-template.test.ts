import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { duckdbDialect } from '../../engines/duckdb/dialect.ts'
import { type TemplateContext, UnmetNeed } from './context.ts'
import { renderTemplate } from './render-template.ts'
import { TemplateError } from './value.ts'

const context: TemplateContext = {
  dialect: duckdbDialect,
  now: Date.UTC(2024, 4, 15),
  user: { id: 7, username: 'ann', email: null, roles: ['Gamma'], rowRules: [] },
  filters: [{ column: 'country', op: 'IN', value: ["Côte d'Ivoire", 'Peru'] }],
  timeRange: null,
  columnType: () => null,
  urlParams: { k: "O'Hara" },
  variables: { n: 3 },
  find: () => undefined,
}
const render = (text: string) => renderTemplate(text, context)

it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'knows no variable %s that every object inherits',
  (name) => {
    expect(render(`{{ ${name} is defined }}|{{ ${name} }}`).text).toBe(`False|{{ ${name} }}`)
  },
)

it('knows a filter that asks for NULL, which has no value', () => {
  const filters = [{ column: 'country', op: 'IS NOT NULL', value: null }]
  const text = "{{ get_filters('country') }} {{ filter_values('country', 'd') }}"
  const { text: shown, appliedFilters } = renderTemplate(text, { ...context, filters })
  expect(shown).toBe("[{'op': 'IS NOT NULL', 'col': 'country', 'val': None}] ['d']")
  expect(appliedFilters).toEqual(['country'])
})

it.each([
  "{{ ('{0:>9999}' * 20000).format(1)|length }}",
  '{% set l = range(100000)|list %}{% for i in range(40) %}{% set _ = l.sort() %}{% endfor %}',
  '{% set l = range(100000)|list %}{% for i in range(40) %}{% set _ = l|sort %}{% endfor %}',
  '{% set l = range(100000)|list %}{% for i in range(3000) %}{% set _ = l.copy() %}{% endfor %}',
])('stops %s', (text) => {
  expect(() => render(text)).toThrow(/too large|too much/)
})

it.each(['{:.500f}', '{:.500e}', '{:.500g}', '{:x}', '{:d}'])(
  'refuses the layout %s of a number with a point',
  (spec) => {
    expect(() => render(`{{ '${spec}'.format(1.5) }}`)).toThrow(/format/)
  },
)

it.each(['{{ 9007199254740993 }}', '{{ 2 ** 100 }}'])('refuses %s, which it would round', (text) => {
  expect(() => render(text)).toThrow('The number is too large.')
})

it('lets no variable stand for who asks', () => {
  const variables = { current_username: 'admin', url_param: 'x' }
  expect(renderTemplate('{{ current_username() }}', { ...context, variables }).text).toBe('ann')
})

it('refuses a day that no month has', () => {
  expect(() => render("{{ '2024-02-30'|to_datetime('%Y-%m-%d') }}")).toThrow('day is out of range for month')
  expect(render("{{ '2024-02-29'|to_datetime('%Y-%m-%d') }}").text).toBe('2024-02-29 00:00:00')
})

describe('renderTemplate', () => {
  it.each([
    ['{{ missing|to_datetime }}', 'None'],
    [
      "{% set t = '05/01/24 3PM'|to_datetime('%d/%m/%y %I%p') %}{{ t }} {{ t.date() }} {{ t.weekday() }}",
      '2024-01-05 15:00:00 2024-01-05 4',
    ],
    [
      "{% set t = '2024-01-05 10:20:30'|to_datetime %}{% set u = t.replace(day=1, hour=0) %}{{ t - u }}|{{ (t - u).days }}|{{ u + (t - u) == t }}|{{ u < t }}|{{ u - t }}",
      '4 days, 10:00:00|4|True|True|-5 days, 14:00:00',
    ],
    [
      "{% set t = '2024-12-31 03:04:05'|to_datetime %}{{ t.strftime('%V %G %U %W %u %-H %e %s %c%Z') }}",
      '01 2025 52 53 2 3 31 1735614245 Tue Dec 31 03:04:05 2024',
    ],
    ["{{ get_time_filter('placed', default='').time_range }}", 'No filter'],
    [
      "{{ get_time_filter('placed', default='2024-01-01 : ', strftime='%Y') }}",
      "TimeFilter(from_expr='2024', to_expr=None, time_range='2024-01-01 : ')",
    ],
    [
      "{{ [1,2,3,4,5]|slice(3,'x')|list }} {{ [1,2,3,4]|slice(3)|list }}",
      "[[1, 2], [3, 4], [5, 'x']] [[1, 2], [3], [4]]",
    ],
    [
      "{{ ['a','B']|max }} {{ ['a','B']|max(case_sensitive=true) }} {{ [{'a':1},{'a':2}]|max(attribute='a') }}",
      "B a {'a': 2}",
    ],
    [
      "{{ '%g|%g|%g|%c' % (0.0001, 0.00001, 123456789, 65) }} {{ '%(a)s'|format(a=1) }}",
      '0.0001|1e-05|1.23457e+08|A 1',
    ],
    [
      "{{ 1.15|round(1) }} {{ 2.675|round(2) }} {{ 0.125|round(2) }} {{ -0.0 }} {{ 'inf'|float }}",
      '1.1 2.67 0.12 -0.0 inf',
    ],
    ["country in {{ filter_values('country')|where_in }}", "country in ('Côte d''Ivoire', 'Peru')"],
    ["{{ url_param('k') }}", "O''Hara"],
    ['{% for i in range(n) %}{{ i }}{% endfor %}', '012'],
    ['{{ missing }}', '{{ missing }}'],
    ["{{ 'a' if n > 2 else 'b' }}{# gone #}", 'a'],
    ['{{ current_user_id() }}', '7'],
    ['{{ -2 ** 2 }} {{ 2 ** 3 ** 2 }} {{ 7 - 2 - 1 }}', '4 64 4'],
    ["{{ '%-4s|%04d|%x|%r' % ('a', 7, 255, 'b') }}{{ '%(k)s' % {'k': 1} }}", "a   |0007|ff|'b'1"],
    ["{{ 'a-b-c'.rsplit('-', 1) }}{{ 'ab'.partition('b') }}{{ 'x'.rjust(3, '.') }}", "['a-b', 'c']('a', 'b', '')..x"],
    ["{{ 'aXbX'.replace('X', '', 1) }}{{ 'aXbX'|replace('X', '-', 1) }}", 'abXa-bX'],
    ["{{ {'b': 1, 'a': 2}|tojson }}{{ {'q': 'x y'}|urlencode }}", '{"a": 2, "b": 1}q=x+y'],
    ["{{ [[1, 2]]|map(attribute=1)|list }}{{ dict([['a', 1]]) }}", "[2]{'a': 1}"],
    ["{{ 42|round }} {{ 123456|filesizeformat }} {{ 'Foo bar baz'|wordwrap(7) }}", '42 123.5 kB Foo bar\nbaz'],
    ['{% for i in missing %}x{% else %}none{% endfor %}', 'none'],
  ])('%s', (text, expected) => expect(render(text).text).toBe(expected))

  it.each([
    ['{% macro f(x) %}{{ caller() }}{{ x }}{% endmacro %}{% call f(1) %}body{% endcall %}', 'body1'],
    ["{% macro f() %}{{ caller('v') }}{% endmacro %}{% call(x) f() %}<{{ x }}>{% endcall %}", '<v>'],
    ['{% macro f() %}{{ varargs }}{{ kwargs }}{% endmacro %}{{ f(1, 2, a=3) }}', "(1, 2){'a': 3}"],
    ['{% macro f(x) %}{{ x }}{% endmacro %}{{ f() }}', "{{ undefined value printed: parameter 'x' was not provided }}"],
    ['{% for x in [1, 1, 2] %}{{ loop.changed(x) }}{{ loop.depth }}{% endfor %}', 'True1False1True1'],
    ['{% for x in [1,[2,[3]]] recursive %}{{ x if x is number else loop(x) }}{% endfor %}', '123'],
    ['{% block a %}x{% endblock %}', 'x'],
    ['{{ 0x1F }} {{ 0b11 }} {{ 0o17 }}', '31 3 15'],
    ["{{ {1: 'x', true: 't'} }}{{ ['\\x00'] }}{{ 'abc'|replace('', '-') }}", "{1: 't'}['\\x00']-a-b-c-"],
    ["{{ [1,2].copy() }}{{ [3,1].pop(0) }}{{ {'a': 1}.pop('b', 2) }}{{ {'a': 1}.setdefault('b', 2) }}", '[1, 2]322'],
    ['{% set l = [2,1] %}{% set _ = l.sort() %}{{ l }}{% set _ = l.remove(1) %}{{ l }}', '[1, 2][2]'],
  ])('renders %s', (text, expected) => expect(render(text).text).toBe(expected))

  it.each([
    ["'{:05.2f}'.format(3.14159)", '03.14'],
    ["'{:>5}|{:<3}|{:^5}|{:*^5}'.format('a', 'b', 'c', 'd')", '    a|b  |  c  |**d**'],
    ["'{:,}|{:+d}|{:.1%}|{:x}|{:08.3f}'.format(1234567, 5, 0.25, 255, -3.5)", '1,234,567|+5|25.0%|ff|-003.500'],
    ["'{a.b} {l[1]} {0!r}'.format('x', a={'b': 1}, l=[1, 2])", "1 2 'x'"],
    ["'{{}}'.format()", '{}'],
  ])('lays out %s', (text, expected) => expect(render(`{% set t = ${text} %}{{ t }}`).text).toBe(expected))

  it.each(["'{a.__class__}'.format(a={})", "'{:d}'.format('a')", "'{0.real}'.format(1)"])(
    'lays out nothing by %s',
    (text) => expect(() => render(`{% set t = ${text} %}{{ t }}`)).toThrow(TemplateError),
  )

  it('ends a loop that calls itself for ever', () => {
    expect(() => render('{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}')).toThrow('too deeply')
  })

  it('tells what the text depends on', () => {
    const { appliedFilters, removedFilters, cacheKeys } = render(
      "{{ get_filters('country', remove_filter=True)|length }}{{ current_username() }}",
    )
    expect([appliedFilters, removedFilters, cacheKeys]).toEqual([['country'], ['country'], ['ann']])
  })

  it.each(['not ', '- ', '(', '1 if 1 else ', '[', '1 ** -', '1 + ', '1 or ', "'a' ~ "])(
    'renders or refuses a tower of %j',
    (part) => {
      try {
        render(`{{ ${part.repeat(20_000)}1 }}`)
      } catch (error) {
        expect(error).toBeInstanceOf(TemplateError)
      }
    },
  )

  it.each(['.a', '|upper', '[0]', ' is string', '.upper()'])('renders or refuses a chain of %j', (part) => {
    try {
      render(`{{ 'a'${part.repeat(20_000)} }}`)
    } catch (error) {
      expect(error).toBeInstanceOf(TemplateError)
    }
  })

  it('asks for what only the caller can find', () => {
    expect(() => render("{{ metric('revenue', 4) }}")).toThrow(UnmetNeed)
  })

  it.each([
    '{% for i in range(100000) %}{% for j in range(100000) %}x{% endfor %}{% endfor %}',
    "{% set s = 'xxxxxxxxxx' %}{% for i in range(99) %}{% set s = s ~ s %}{{ s }}{% endfor %}{{ 'x' * 100000000 }}",
    '{{ 9 ** 9 ** 9 }}',
    '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}',
    `${'('.repeat(500)}1${')'.repeat(500)}`.replace(/^/, '{{ ').concat(' }}'),
    '{{ range(100001) }}',
    '{% if true %}'.repeat(100),
  ])('stops %s', (text) => {
    const started = performance.now()
    expect(() => render(text)).toThrow(TemplateError)
    expect(performance.now() - started).toBeLessThan(2000)
  })

  const part = fc.constantFrom(
    '{{',
    '}}',
    '{%',
    '%}',
    ' if ',
    ' for ',
    ' in ',
    ' end',
    'n',
    '|join',
    '(',
    ')',
    '[',
    ']',
    "'a'",
    '.x',
    ' + ',
    '1',
    '-',
    ',',
  )
  it('renders or refuses any text', () => {
    fc.assert(
      fc.property(
        fc.array(part).map((parts) => parts.join('')),
        (text) => {
          try {
            expect(typeof render(text).text).toBe('string')
          } catch (error) {
            expect(error).toBeInstanceOf(TemplateError)
          }
        },
      ),
    )
  })
})
