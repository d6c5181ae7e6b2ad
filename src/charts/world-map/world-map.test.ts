import { beforeAll, describe, expect, it } from 'vitest'
import { drawingOf, frameOf, pictureOf } from '../../../test/charts.ts'
import { countryFinder } from '../parts/maps/countries.ts'
import { loadMap } from '../parts/maps/map-store.ts'

beforeAll(async () => {
  await Promise.all([loadMap('world'), loadMap('states')])
})

const FORM = { entity: 'country', country_fieldtype: 'name', metric: 'n' }
const ANSWER = frameOf({ country: ['Germany', 'Atlantis', 'Singapore', 'Deutschland', null], n: [40, 3, 10, 7, 1] })
const drawn = (form: object, answer = ANSWER) => pictureOf('world_map', { ...FORM, ...form }, answer)

interface Ground {
  readonly series: readonly {
    readonly data: readonly { readonly name: string; readonly value: readonly unknown[] }[]
  }[]
  readonly title: { readonly text?: string }
  readonly tooltip: { formatter(point: object): string }
}
const partsOf = (option: unknown) => option as Ground
const placeOf = (option: unknown, number: string) =>
  partsOf(option).series[0]?.data.findIndex(({ name }) => name === number) ?? -1

describe('a world map', () => {
  it('asks for a row for each country, with both metrics', () => {
    const form = { ...FORM, secondary_metric: 'm', sort_by_metric: true, row_limit: 50 }
    expect(drawn(form).query).toMatchObject({
      columns: ['country'],
      metrics: ['n', 'm'],
      orderby: [['n', false]],
      rowLimit: 50,
    })
    expect(drawn({}).query?.orderby).toEqual([])
  })
  it('says what has no place on it, and which country a second name is of', () => {
    const { summary, option } = drawn({})
    expect(summary).toBe(
      'World map, 2 countries. Germany: 40. Singapore: 10. Not on the map: Atlantis, Deutschland, <NULL>.',
    )
    expect(partsOf(option).title.text).toBe('Not on the map: Atlantis, Deutschland, <NULL>')
    expect(partsOf(drawn({}, frameOf({ country: ['Germany'], n: [1] })).option).title.text).toBeUndefined()
  })
  it('draws land, and what is too small to be seen as a dot', () => {
    const { svg } = drawn({})
    expect(svg.match(/<path/g)?.length).toBeGreaterThan(200)
    expect(svg).toContain('Not on the map')
  })
  it('names a country in the language of the page and its value, and chooses it as the column has it', () => {
    const codes = frameOf({ country: ['GER', 'FRA'], n: [40, 10] })
    const { option, select } = drawn({ country_fieldtype: 'cioc' }, codes)
    const at = placeOf(option, '276')
    const html = partsOf(option).tooltip.formatter({ seriesName: 'places', dataIndex: at })
    expect([html.includes('Germany'), html.includes('40')]).toEqual([true, true])
    expect(select({ name: '', seriesName: 'places', dataIndex: at })).toEqual({
      filters: [{ column: 'country', values: ['GER'] }],
      label: 'Germany',
    })
    expect(select({ name: '', seriesName: 'places', dataIndex: placeOf(option, '380') })).toBeNull()
    const german = pictureOf('world_map', { ...FORM, country_fieldtype: 'cioc' }, codes, { locale: 'de' })
    expect(german.summary).toContain('Deutschland: 40. Frankreich: 10')
  })
  it('has a bubble for a second value, the largest below, and none for what is not above zero', () => {
    const answer = frameOf({ country: ['Germany', 'France', 'Spain'], n: [1, 2, 3], m: [5, 80, -1] })
    const { option } = drawn({ secondary_metric: 'm', show_bubbles: true }, answer)
    expect(partsOf(option).series[1]?.data.map(({ name }) => name)).toEqual(['250', '276'])
  })
  it.each(['world', 'africa', 'values'])('shows a part of the world: %s', (region) => {
    expect(drawn({ map_region: region }).svg).not.toContain('NaN')
  })
  it('draws nothing but land without rows, and a country without a value as such', () => {
    expect(drawn({}, frameOf({})).summary).toBe('World map without countries.')
    expect(drawn({}, frameOf({ country: ['Germany'], n: [null] })).summary).toBe('World map, 1 country.')
  })
})

it.each([
  ['name', 'Côte d’Ivoire', '384'],
  ['name', 'Korea, Rep.', '410'],
  ['name', 'Congo, Dem. Rep.', '180'],
  ['name', 'The Gambia', '270'],
  ['name', 'Österreich', '040'],
  ['name', 'Saint Lucia', '662'],
  ['name', 'Trinidad and Tobago', '780'],
  ['cca2', 'gb', '826'],
  ['cca3', 'BRN', '096'],
  ['cioc', 'BRN', '048'],
  ['cca2', 'Kosovo', '983'],
  ['cca2', 'Nowhere', null],
  ['cca2', '', null],
  ['cca2', null, null],
] as const)('finds a country by its %s: %s', (kind, value, number) => {
  expect(countryFinder(kind, 'en')(value)).toBe(number)
})

describe('a country map', () => {
  const form = { select_country: 'usa', entity: 'state', metric: 'n' }
  const answer = frameOf({ state: ['US-CA', 'TX', 'new york', 'PR'], n: [4, 3, 2, 1] })
  it('places states by code and name', () => {
    const { summary, select, option } = pictureOf('country_map', form, answer)
    expect(summary).toBe('Country map, 3 parts. California: 4. Texas: 3. New York: 2. Not on the map: PR.')
    expect(select({ name: '', seriesName: 'places', dataIndex: placeOf(option, '06') })?.filters).toEqual([
      { column: 'state', values: ['US-CA'] },
    ])
  })
  it('is a table of a country whose outlines are not there', () => {
    const drawing = drawingOf('country_map', { ...form, select_country: 'france' }, answer)
    if (drawing.kind !== 'table') throw new Error(drawing.kind)
    expect(drawing.table.columns.map((column) => column.text(0))).toEqual(['US-CA', '4'])
  })
})
