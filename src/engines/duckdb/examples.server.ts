import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { quoteStandardText } from '../../query/dialect.ts'
import type { Warehouse } from './warehouse.server.ts'

interface Example {
  readonly name: string
  readonly sortBy: readonly string[]
  /** SELECT list for a table whose file holds day offsets; they become dates that end today. */
  readonly dated?: Dated
}

interface Dated {
  readonly select: string
  readonly hasTime: boolean
  /** So many days up to today are kept, so that every day of the week gives as many rows. */
  readonly days: number
}

const DATED_TABLES: readonly Example[] = [
  {
    name: 'customers',
    sortBy: ['signed_up_on'],
    dated: { select: 'moment::DATE AS signed_up_on, * EXCLUDE (day_index, moment)', hasTime: false, days: 735 },
  },
  {
    name: 'orders',
    sortBy: ['ordered_at'],
    dated: { select: 'moment AS ordered_at, * EXCLUDE (day_index, second_of_day, moment)', hasTime: true, days: 728 },
  },
  {
    name: 'web_events',
    sortBy: ['occurred_at'],
    dated: { select: 'moment AS occurred_at, * EXCLUDE (day_index, second_of_day, moment)', hasTime: true, days: 98 },
  },
]
const FIXED_TABLES: readonly Example[] = [
  { name: 'flights', sortBy: ['departed_at', 'origin'] },
  { name: 'airports', sortBy: ['iata'] },
  { name: 'wildlife_strikes', sortBy: ['flight_date'] },
  { name: 'gapminder', sortBy: ['country', 'year'] },
  { name: 'country_income', sortBy: ['country'] },
  { name: 'countries', sortBy: ['name'] },
  { name: 'earthquakes', sortBy: ['occurred_at'] },
  { name: 'weather', sortBy: ['location', 'date'] },
  { name: 'us_jobs', sortBy: ['industry', 'month'] },
  { name: 'penguins', sortBy: ['species', 'island'] },
  { name: 'zip_codes', sortBy: ['zip_code'] },
]
const EXAMPLES: readonly Example[] = [...FIXED_TABLES, ...DATED_TABLES]
const LAST_WEEK = 104

/** Names of the example tables. */
export const EXAMPLE_TABLES: readonly string[] = EXAMPLES.map((example) => example.name)

type ExampleProgress = (done: number, all: number, table: string) => void

/**
 * Brings the example tables into the warehouse: those that are absent, and, when the day has changed since, those whose
 * dates end today. Gives the names of the tables written. Nothing to do costs nothing, so it may be called every day.
 */
export async function loadExamples(
  warehouse: Warehouse,
  parquetDir: string,
  now: Date,
  onProgress: ExampleProgress = () => {},
): Promise<readonly string[]> {
  const held = new Map(warehouse.list().map((table) => [table.name, table]))
  const today = now.toISOString().slice(0, 10)
  const isStale = ({ name, dated }: Example) => {
    const table = held.get(name)
    return !table || (dated !== undefined && table.writtenAt.slice(0, 10) !== today)
  }
  const wanted = EXAMPLES.filter(isStale)
  for (const [i, example] of wanted.entries()) {
    onProgress(i, wanted.length, example.name)
    const path = join(parquetDir, `${example.name}.parquet`)
    await stat(path).catch((cause: unknown) => {
      throw new Error(`The example data is incomplete: ${path} is missing.`, { cause })
    })
    const source = example.dated
      ? ({ kind: 'query', sql: datedSql(path, example.dated, now) } as const)
      : ({ kind: 'parquet', path } as const)
    await warehouse.writeTable(example.name, source, { sortBy: example.sortBy, writtenAt: now })
  }
  onProgress(wanted.length, wanted.length, '')
  return wanted.map((example) => example.name)
}

/** Puts the last of the weeks in the file at the current one and leaves out what lies in the future. */
function datedSql(path: string, dated: Dated, now: Date): string {
  const instant = `TIMESTAMP ${quoteStandardText(now.toISOString().slice(0, 19).replace('T', ' '))}`
  const first = `date_trunc('week', ${instant}) - INTERVAL ${LAST_WEEK * 7} DAY`
  const seconds = dated.hasTime ? ' + to_seconds(second_of_day)' : ''
  return `SELECT ${dated.select} FROM (
    SELECT *, (${first} + to_days(day_index::INTEGER)${seconds})::TIMESTAMP AS moment FROM read_parquet(${quoteStandardText(path)})
  ) WHERE moment <= ${instant} AND moment > ${instant} - INTERVAL ${dated.days} DAY`
}
