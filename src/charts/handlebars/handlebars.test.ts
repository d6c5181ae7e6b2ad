import { describe, expect, it } from 'vitest'
import { drawingOf, frameOf } from '../../../test/charts.ts'
import { GENERIC } from '../../query/generic-type.ts'

const ANSWER = frameOf({
  city: ['Ulm', '<img src=x onerror=alert(1)>', null],
  n: [1234.5, 0, 7],
  'two words': ['a', 'b', 'c'],
})
const FORM = { groupby: ['city'], metrics: ['n'] }

function html(template: string, answer = ANSWER): string {
  const drawing = drawingOf('handlebars', { ...FORM, handlebarsTemplate: template }, answer)
  if (drawing.kind !== 'markup') throw new Error(drawing.kind)
  return drawing.html
}
const each = (inside: string) => html(`{{#each data}}${inside}{{/each}}`)

describe('a template', () => {
  it('asks for groups by the metric that sorts them', () => {
    expect(drawingOf('handlebars', { ...FORM, timeseries_limit_metric: 'x' }, ANSWER).query).toMatchObject({
      columns: ['city'],
      metrics: ['n'],
      orderby: [['x', false]],
    })
  })
  it('repeats for each row, and counts', () => {
    expect(each('{{@index}}:{{city}} ')).toBe('0:Ulm 1:&lt;img src=x onerror=alert(1)&gt; 2: ')
    expect(each('{{#unless @first}}, {{/unless}}{{this.[two words]}}')).toBe('a, b, c')
    expect(html('{{#each data}}x{{else}}none{{/each}}', frameOf({}))).toBe('none')
    expect(html('{{data.length}} {{data.[0].city}} {{data.1.n}}')).toBe('3 Ulm 0')
  })
  it('makes text of every value, whatever braces it stands in', () => {
    const evil = '&lt;img src=x onerror=alert(1)&gt;'
    expect(html('{{{data.1.city}}}|{{&data.1.city}}|{{stringify data.1.city}}')).toBe(
      `${evil}|${evil}|&quot;${evil}&quot;`,
    )
    expect(html('<a href="{{data.0.city}}">', frameOf({ city: ['" onclick="x'] }))).toBe(
      '<a href="&quot; onclick=&quot;x">',
    )
  })
  it('chooses', () => {
    expect(each('{{#if n}}{{n}}{{else if city}}zero{{else}}-{{/if}} ')).toBe('1234.5 zero 7 ')
    expect(each('{{#if (gt n 5)}}y{{else}}n{{/if}}')).toBe('yny')
    expect(each('{{#eq city "Ulm"}}here{{/eq}}')).toBe('here')
    expect(html('{{#with data.0}}{{city}} of {{../data.length}}{{/with}}')).toBe('Ulm of 3')
    expect(html('{{#data}}{{n}};{{/data}}')).toBe('1234.5;0;7;')
  })
  it('writes numbers and times', () => {
    const time = frameOf({ at: [Date.UTC(2024, 4, 7, 15, 4, 5)] })
    expect(html('{{dateFormat data.0.at format="dddd, D MMM YYYY [at] h:mm A"}}', time)).toBe(
      'Tuesday, 7 May 2024 at 3:04 PM',
    )
    expect(html('{{formatNumber data.0.n "en-US" style="currency" currency="EUR"}}')).toBe('€1,234.50')
    expect(html('{{formatNumber data.0.n}} {{formatNumber data.0.city}} {{dateFormat data.0.city}}')).toBe(
      '1,234.5 Ulm Ulm',
    )
  })
  it('writes times as a table does, and reckons with them', () => {
    const at = Date.UTC(2024, 4, 7, 15, 4, 5)
    const times = { ...frameOf({ at: [at, Date.UTC(2024, 0, 1), 9e15] }), generics: [GENERIC.time] as const }
    expect(html('{{#each data}}{{at}}|{{/each}}', times)).toBe('2024-05-07 15:04:05|2024-01-01|9000000000000000|')
    expect(html(`{{#if (eq data.0.at ${at})}}{{dateFormat data.0.at format="HH:mm"}}{{/if}}`, times)).toBe('15:04')
    expect(html('{{#if (gt data.0.at data.1.at)}}later{{/if}} {{gt data 5}}', times)).toBe('later ')
  })
  it('takes comments and space away where it says so', () => {
    expect(html('a {{~! no ~}} b{{!-- {{n}} --}} {{~data.0.city~}} c')).toBe('abUlmc')
  })
  it('reaches nothing that a row does not have of its own', () => {
    for (const path of [
      'constructor',
      '__proto__',
      'data.constructor',
      'toString',
      '../../x',
      '@nothing',
      'data.0.city.length',
    ])
      expect(html(`{{${path}}}`), path).toBe('')
    expect(() => html('{{constructor "return 1"}}')).toThrow('The template calls constructor, which is not known.')
    expect(() => html('{{#toString data}}x{{/toString}}')).toThrow('not known')
  })
  it.each([
    ['{{#each data}}', 'The template has no end of each.'],
    ['\n{{/if}}', 'The template, line 2: there is an end of if without its start.'],
    ['{{#if a}}{{/each}}', 'The template, line 1: there is an end of each without its start.'],
    ['{{else}}', 'The template, line 1: else stands outside of a block.'],
    ['{{> other}}', 'The template, line 1: templates in templates are not known.'],
    ['{{eq (gt 1 2}}', 'The template, line 1: a bracket is not closed.'],
    ['{{what 1}}', 'The template calls what, which is not known.'],
    ['a\n{{#each data}', 'The template, line 2: braces are not closed.'],
    [`{{${'x'.repeat(3000)}}}`, 'The template, line 1: braces are not closed.'],
    ['{{}}', 'The template, line 1: a name is missing.'],
  ])('says what is wrong with %j', (template, message) => {
    expect(() => html(template)).toThrow(message)
  })
  it('ends where it has too much to say', () => {
    const many = frameOf({ city: Array.from({ length: 10_000 }, () => 'x'.repeat(100)) })
    const drawing = drawingOf('handlebars', { ...FORM, handlebarsTemplate: '{{#each data}}{{city}}{{/each}}' }, many)
    expect(drawing.kind === 'markup' && [drawing.isWhole, drawing.html.length < 410_000]).toEqual([false, true])
  })
  it('ends where it would repeat for ever', () => {
    const rows = frameOf({ city: Array.from({ length: 10_000 }, () => 'x'.repeat(100)) })
    const isWhole = (template: string) => {
      const drawing = drawingOf('handlebars', { ...FORM, handlebarsTemplate: template }, rows)
      return drawing.kind === 'markup' && drawing.isWhole
    }
    const nested = '{{#each @root.data}}'.repeat(5) + '{{/each}}'.repeat(5)
    expect([isWhole(nested), isWhole('{{#each data}}{{#if (stringify @root)}}{{/if}}{{/each}}')]).toEqual([
      false,
      false,
    ])
    expect(isWhole('{{#each data}}{{#if (gt @root 1)}}{{/if}}{{/each}}')).toBe(true)
    expect(() => isWhole('{{'.repeat(200_000))).toThrow('braces are not closed')
  })
})
