import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockAt, instantOf, isTimeZone } from './zone.ts'

const HOUR_MS = 3_600_000
const at = (text: string, zone: string) => new Date(instantOf(Date.parse(`${text}Z`), zone)).toISOString().slice(0, 19)

describe('instantOf', () => {
  it.each([
    ['an ordinary time', '2024-07-01T12:00', 'Europe/Berlin', '2024-07-01T10:00:00'],
    ['a time that the clock leaves out', '2024-03-31T02:30', 'Europe/Berlin', '2024-03-31T01:00:00'],
    ['the earlier of two', '2024-10-27T02:30', 'Europe/Berlin', '2024-10-27T00:30:00'],
    ['a midnight that there is not', '2018-11-04T00:00', 'America/Sao_Paulo', '2018-11-04T03:00:00'],
    ['a day that there is not', '2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T10:00:00'],
    ['half an hour of summer time', '2024-04-07T01:45', 'Australia/Lord_Howe', '2024-04-06T14:45:00'],
    ['a year before zones were agreed', '1850-01-01T00:00', 'Europe/Berlin', '1849-12-31T23:06:32'],
  ])('knows %s', (_, clock, zone, instant) => {
    expect(at(clock, zone)).toBe(instant)
  })

  it('leads back to what the clock shows, and never to a later instant than one that shows it', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    const instants = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2060, 0, 1) })
    fc.assert(
      fc.property(zones, instants, (zone, instant) => {
        const clock = clockAt(instant, zone)
        const found = instantOf(clock, zone)
        expect(clockAt(found, zone)).toBe(clock)
        expect(found).toBeLessThanOrEqual(instant)
        expect(instant - found).toBeLessThanOrEqual(25 * HOUR_MS)
      }),
      { numRuns: 2_000 },
    )
  })
})

it('knows zones by their names and nothing else', () => {
  expect(['UTC', 'Europe/Berlin', 'Asia/Calcutta', 'America/Argentina/Ushuaia', 'Etc/GMT+5'].every(isTimeZone)).toBe(
    true,
  )
  expect(['', 'Mars/X', '+02:00', 'Europe/Berlin\0', ' UTC', 'x'.repeat(100)].some(isTimeZone)).toBe(false)
})
