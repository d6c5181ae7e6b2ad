import { beforeAll, describe, expect, it } from 'vitest'
import { frameOf, pictureOf } from '../../test/charts.ts'
import { aggregated, clustersOf } from './cluster-map/clusters.ts'
import { geohashPoint } from './parts/maps/geohash.ts'
import { loadMaps } from './parts/maps/map-store.ts'

beforeAll(async () => {
  await loadMaps(['world', 'states'])
})

interface Drawn {
  readonly series: readonly {
    readonly name: string
    readonly data: readonly { readonly value: readonly number[]; readonly symbolSize: number }[]
  }[]
  readonly title: { readonly text?: string }
}
const drawn = (option: unknown) => option as Drawn
const latlong = { type: 'latlong', latCol: 'lat', lonCol: 'lon' }

describe('a point map', () => {
  const form = { spatial: latlong, dimension: 'kind', size: 'n' }
  const answer = frameOf({
    lat: [52.5, 48.1, 95, null],
    lon: [13.4, 11.6, 0, 1],
    kind: ['a', 'b', 'a', 'a'],
    n: [100, 25, 4, 1],
  })
  it('asks for places that are somewhere, unless they may be nowhere', () => {
    expect(pictureOf('deck_scatter', form, answer).query).toMatchObject({
      columns: ['lon', 'lat', 'kind'],
      metrics: ['n'],
      filters: [
        { column: 'lon', op: 'IS NOT NULL' },
        { column: 'lat', op: 'IS NOT NULL' },
      ],
    })
    expect(pictureOf('deck_scatter', { ...form, filter_nulls: false }, answer).query?.filters).toEqual([])
  })
  it('draws points that are on the globe, and counts the others', () => {
    const { summary, option, svg } = pictureOf('deck_scatter', form, answer)
    expect(summary).toBe('Point map, 2 points. a: 1. b: 1. 2 rows have no place.')
    expect(drawn(option).title.text).toBe('Rows without a place: 2')
    const [, a, b] = drawn(option).series
    expect([a?.data[0]?.symbolSize, b?.data[0]?.symbolSize]).toEqual([44, 22])
    // Berlin is north and east of Munich.
    const [berlin, munich] = [a?.data[0]?.value ?? [], b?.data[0]?.value ?? []]
    expect([(berlin[0] ?? 0) > (munich[0] ?? 0), (berlin[1] ?? 0) < (munich[1] ?? 0)]).toEqual([true, true])
    expect(svg).not.toContain('NaN')
  })
  it('reads sizes and views as they are saved elsewhere', () => {
    const saved = {
      spatial: latlong,
      point_radius_fixed: { type: 'metric', value: 'n' },
      point_unit: 'radius_km',
      autozoom: false,
      viewport: { longitude: 13.4, latitude: 52.5, zoom: 8 },
      max_radius: 1000,
    }
    const { option, query } = pictureOf('deck_scatter', saved, answer)
    expect(query?.metrics).toEqual(['n'])
    const points = drawn(option).series[1]?.data ?? []
    // 100 km at 52.5° north, where a pixel of zoom 8 is 186 m.
    expect(points[0]?.symbolSize).toBeCloseTo(1074.5, 0)
    expect(points[0]?.value.slice(0, 2)).toEqual([300, 139])
    const fixed = pictureOf(
      'deck_scatter',
      { ...saved, point_radius_fixed: { type: 'fix', value: 1000 }, point_unit: 'radius_m' },
      answer,
    )
    expect(drawn(fixed.option).series[1]?.data[0]?.symbolSize).toBeCloseTo(10.74, 1)
  })
  it.each([
    [{ type: 'delimited', lonlatCol: 'both', delimiter: ';' }, ['52.5;13.4'], 'both'],
    [{ type: 'delimited', lonlatCol: 'both', delimiter: ',', reverseCheckbox: true }, ['13.4, 52.5'], 'both'],
    [{ type: 'geohash', geohashCol: 'both' }, ['u33dc'], 'both'],
  ])('reads places from one column: %j', (where, both, column) => {
    const { summary, query } = pictureOf('deck_scatter', { spatial: where }, frameOf({ both }))
    expect([summary, query?.columns]).toEqual(['Point map, 1 point.', [column]])
  })
  it('chooses a group, or a place where there are none', () => {
    const { select } = pictureOf('deck_scatter', form, answer)
    expect(select({ name: '', seriesName: 'b', dataIndex: 0 })?.filters).toEqual([{ column: 'kind', values: ['b'] }])
    const plain = pictureOf('deck_scatter', { spatial: latlong }, answer)
    expect(plain.select({ name: '', seriesName: 'points', dataIndex: 1 })?.filters).toEqual([
      { column: 'lat', values: [48.1] },
      { column: 'lon', values: [11.6] },
    ])
  })
  it('draws groups of any name', () => {
    const named = frameOf({ lat: [1, 2], lon: [3, 4], kind: ['land', 'points'] })
    const { svg, option } = pictureOf('deck_scatter', { spatial: latlong, dimension: 'kind' }, named)
    expect(svg).toContain('>land<')
    expect(
      drawn(option)
        .series.map(({ name }) => name)
        .slice(1),
    ).toEqual(['land', 'points'])
  })
  it('draws ten thousand points', () => {
    const at = Array.from({ length: 10_000 }, (_, row) => row)
    const many = frameOf({ lat: at.map((row) => (row % 170) - 85), lon: at.map((row) => (row % 360) - 180) })
    expect(pictureOf('deck_scatter', { spatial: latlong }, many).summary).toBe('Point map, 10000 points.')
  })
  it('knows the middle of a geohash', () => {
    const [east, north] = geohashPoint('u33dc') ?? []
    expect([
      Math.round((east ?? 0) * 10),
      Math.round((north ?? 0) * 10),
      geohashPoint('ail'),
      geohashPoint(''),
    ]).toEqual([134, 525, null, null])
  })
})

describe('a cluster map', () => {
  const form = {
    all_columns_x: 'lon',
    all_columns_y: 'lat',
    autozoom: true,
    mapbox_label: ['n'],
    pandas_aggfunc: 'mean',
  }
  const answer = frameOf({ lat: [52.5, 52.51, -33.9, 120], lon: [13.4, 13.41, 151.2, 0], n: [10, 20, 5, 1] })
  it('asks for rows as they are, also under its newer name', () => {
    const query = { columns: ['lon', 'lat', 'n'], metrics: null }
    expect(pictureOf('mapbox', form, answer).query).toMatchObject(query)
    expect(pictureOf('point_cluster_map', form, answer).query).toMatchObject(query)
  })
  it('puts close points together with their value', () => {
    const { summary, svg } = pictureOf('mapbox', form, answer)
    expect(summary).toBe('Cluster map, 3 points in 2 clusters, the largest of 2. 1 rows have no place.')
    expect(svg).toContain('>15<')
    expect(pictureOf('mapbox', { ...form, clustering_radius: 0 }, answer).summary).toContain('3 points in 3 clusters')
  })
  it('gives each point to one cluster', () => {
    const points = Array.from({ length: 500 }, (_, at) => ({
      at: [0, 0] as const,
      place: [(at * 37) % 300, (at * 91) % 200] as const,
      value: at,
      radius: null,
    }))
    const clusters = clustersOf(points, 40)
    expect(clusters.reduce((sum, cluster) => sum + cluster.points.length, 0)).toBe(500)
    expect(new Set(clusters.flatMap((cluster) => cluster.points)).size).toBe(500)
    expect([aggregated(points, 'max'), aggregated(points, 'min'), aggregated([], 'sum')]).toEqual([499, 0, null])
  })
})
