import { afterEach, expect, it } from 'vitest'
import german from './locale-de.json'
import { exactNumber, numberFormatter } from './number-format.ts'
import { strftime } from './strftime.ts'
import { timeAtStart, timeInFull, timeOnAxis } from './time-format.ts'
import { writeIn, writing } from './writing.ts'

const MAY = Date.UTC(2024, 4, 14, 13, 5)
/** Made before a language is chosen, as those of modules are. */
const share = numberFormatter('.1%')
const short = numberFormatter('SMART_NUMBER')

afterEach(() => writeIn((english) => english))

const written = () => ({
  short: [1500, 2_345_000, 2_100_000_000, 0.5, 12.25].map(short),
  full: [numberFormatter('full')(-1500.5), numberFormatter(',.2f')(1234567.891), share(0.1234)],
  money: numberFormatter(',.2f', { symbol: 'EUR', symbolPosition: 'suffix' })(1500.5),
  exact: [exactNumber('12345678901234567890.12'), exactNumber(1500)],
  times: ['P1D', 'PT5S', 'PT30M', 'PT1H', 'P1M', 'P3M', 'P1Y'].map((grain) => timeInFull(null, grain)(MAY)),
  axis: [timeOnAxis(null, 'P1M')(Date.UTC(2024, 4, 1)), timeAtStart(null, 'P1D')(Date.UTC(2024, 4, 14))],
  words: [writing().others(12), writing().total],
  chosen: ['%A, %d. %B', '%a %b', '%x', '%Y-%m-%d'].map((pattern) => strftime(pattern)(new Date(MAY))),
})

it('writes numbers and times in English until another language is chosen', () => {
  expect(written()).toEqual({
    short: ['1.5k', '2.35M', '2.1B', '0.5', '12.25'],
    full: ['−1,501', '1,234,567.89', '12.3%'],
    money: '1,500.50 €',
    exact: ['12,345,678,901,234,567,890.12', '1,500'],
    times: [
      '14 May 2024, 13:05',
      '14 May 2024, 13:05:00',
      '14 May 2024, 13:05',
      '14 May 2024, 13:00',
      'May 2024',
      'Q2 2024',
      '2024',
    ],
    axis: ['May', '14 May 2024'],
    words: ['Other (12)', 'Total'],
    chosen: ['Tuesday, 14. May', 'Tue May', '5/14/2024', '2024-05-14'],
  })
})

it('writes numbers and times in German, formats that were made before among them', () => {
  writeIn((english) => Object.entries(german).find(([key]) => key === english)?.[1] ?? '')
  expect(written()).toEqual({
    short: ['1,5k', '2,35M', '2,1 Mrd', '0,5', '12,25'],
    full: ['−1.501', '1.234.567,89', '12,3%'],
    money: '1.500,50 €',
    exact: ['12.345.678.901.234.567.890,12', '1.500'],
    times: [
      '14. Mai 2024, 13:05',
      '14. Mai 2024, 13:05:00',
      '14. Mai 2024, 13:05',
      '14. Mai 2024, 13:00',
      'Mai 2024',
      'Q2 2024',
      '2024',
    ],
    axis: ['Mai', '14. Mai 2024'],
    words: ['Andere (12)', 'Summe'],
    chosen: ['Dienstag, 14. Mai', 'Di Mai', '14.05.2024', '2024-05-14'],
  })
})
