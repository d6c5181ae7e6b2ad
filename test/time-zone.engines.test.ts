import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeClickhouse, startClickhouse } from './clickhouse.ts'
import { askHours, type Hours, serverOfHours } from './hours.ts'
import type { TestServer } from './server.ts'
import { describeTrino, startTrino } from './trino.ts'

/** A server with the table `hours`: a clock without a zone, an instant, and the same instant in a column of Berlin's zone. */
interface Source {
  readonly uri: string
  readonly schema: string
  stop(): Promise<void>
}

const BERLIN = { sightline_time_zone: 'Europe/Berlin' }
const SPRING = '2024-03-31 : 2024-04-01'

async function clickhouse(): Promise<Source> {
  const server = await startClickhouse()
  await server.asOwner('create database shop')
  await server.asOwner(`create table shop.hours
    (clock DateTime64(3), instant DateTime64(3, 'UTC'), berlin DateTime('Europe/Berlin')) engine = MergeTree order by clock`)
  const at = "toDateTime64('2024-03-29 00:00:00', 3, 'UTC') + number * 3600"
  await server.asOwner(`insert into shop.hours select toDateTime64('2024-03-29 00:00:00', 3) + number * 3600, ${at}, ${at}
    from numbers(5200)`)
  return { uri: server.url('shop'), schema: 'shop', stop: server.stop }
}

async function trino(): Promise<Source> {
  const server = await startTrino()
  const at = "timestamp '2024-03-29 00:00:00' + n * interval '1' hour"
  await server.asOwner(`create table hours as select ${at} as clock, with_timezone(${at}, 'UTC') as instant,
    at_timezone(with_timezone(${at}, 'UTC'), 'Europe/Berlin') as berlin from unnest(sequence(0, 5199)) t(n)`)
  return { uri: server.url(), schema: 'default', stop: server.stop }
}

function changesClocks(open: () => Promise<Source>, inOwnZone: (hours: Hours) => Promise<void>): void {
  let source: Source
  let server: TestServer
  let hours: Hours
  beforeAll(async () => {
    source = await open()
    server = await serverOfHours()
    hours = await askHours(server, source.uri, source.schema)
  })
  afterAll(async () => {
    await server?.stop()
    await source?.stop()
  })
  const counts = async (zone: object, range?: string) => [
    await hours.count('clock', zone, range),
    await hours.count('instant', zone, range),
    await hours.count('berlin', zone, range),
  ]

  it('gives the day on which summer time ends 25 hours of instants and 24 of a clock', async () => {
    expect(await counts(BERLIN)).toEqual([24, 25, 25])
    expect(await counts({})).toEqual([24, 24, 24])
  })

  it('gives the day on which it begins 23', async () => {
    expect(await counts(BERLIN, SPRING)).toEqual([24, 23, 23])
    expect(await counts({}, SPRING)).toEqual([24, 24, 24])
  })

  it('loses and doubles no hour by the grains of that day', async () => {
    const byHour = await hours.buckets('instant', 'PT1H', BERLIN)
    const first = Date.parse('2024-10-26T22:00Z')
    expect(byHour).toEqual(
      Array.from({ length: 25 }, (_, i) => [new Date(first + i * 3_600_000).toISOString().slice(0, 16), 1]),
    )
    expect(await hours.buckets('instant', 'P1D', BERLIN)).toEqual([
      ['2024-10-26T00:00', 2],
      ['2024-10-27T00:00', 23],
    ])
    const clock = await hours.buckets('clock', 'PT1H', BERLIN)
    expect([clock.length, clock[0], clock.at(-1)]).toEqual([24, ['2024-10-27T00:00', 1], ['2024-10-27T23:00', 1]])
    expect(await hours.buckets('clock', 'P1D', BERLIN)).toEqual([['2024-10-27T00:00', 24]])
    expect(await hours.buckets('clock', 'P1W', BERLIN)).toEqual([['2024-10-21T00:00', 24]])
  })

  it('truncates the times of a column with a zone of its own by the clock of that zone', () => inOwnZone(hours))
}

describeClickhouse('a change of the clock on ClickHouse', () =>
  changesClocks(clickhouse, async ({ buckets }) => {
    const byHour = await buckets('berlin', 'PT1H', BERLIN)
    // Its two o'clock comes twice, and the server knows one from the other.
    expect([byHour.length, byHour.slice(2, 5)]).toEqual([
      25,
      [
        ['2024-10-27T02:00', 1],
        ['2024-10-27T02:00', 1],
        ['2024-10-27T03:00', 1],
      ],
    ])
    expect(await buckets('berlin', 'P1D', BERLIN)).toEqual([['2024-10-27T00:00', 25]])
  }),
)
describeTrino('a change of the clock on Trino', () =>
  changesClocks(trino, async ({ buckets }) => {
    const byHour = await buckets('berlin', 'PT1H', BERLIN)
    // What the clock shows: two o'clock comes twice.
    expect([byHour.length, byHour.filter(([, n]) => n > 1)]).toEqual([24, [['2024-10-27T02:00', 2]]])
    expect(await buckets('berlin', 'P1D', BERLIN)).toEqual([['2024-10-27T00:00', 25]])
  }),
)
